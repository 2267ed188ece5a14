import "@testing-library/jest-dom/vitest";
import { cleanup, configure, getConfig } from "@testing-library/react";
import { afterAll, afterEach } from "vitest";
import { requireMachineTime } from "../clock";
import { requireNoDeprecation } from "../deprecations";

// How long a test waits for something to appear: a busy machine is slow, not wrong.
configure({ asyncUtilTimeout: 15_000 });
requireMachineTime();
afterAll(requireMachineTime);
requireNoDeprecation();
afterAll(requireNoDeprecation);
afterEach(() => {
  cleanup();
  // Files share a page, and nothing that one test left there may change another.
  localStorage.clear();
  sessionStorage.clear();
});

// Only the last attempt of a wait needs to write the page into its error.
const { getElementError } = getConfig();
configure({
  getElementError(message, container) {
    const { _disableExpensiveErrorDiagnostics: isMadeAgain } = getConfig() as {
      _disableExpensiveErrorDiagnostics?: boolean;
    };
    if (!isMadeAgain) return getElementError(message, container);
    return Object.assign(new Error(message ?? ""), { name: "TestingLibraryElementError" });
  },
});

// Newer versions of Node have their own storages, which would hide the page's.
const { window: page } = (globalThis as unknown as { jsdom: { window: Window & typeof globalThis } }).jsdom;
for (const name of ["localStorage", "sessionStorage", "Storage"] as const)
  Object.defineProperty(globalThis, name, { get: () => page[name], configurable: true });

// jsdom has no layout; radix and cmdk ask for what only a layout knows.
class NoResizes {
  observe() {}
  unobserve() {}
  disconnect() {}
}
globalThis.ResizeObserver ??= NoResizes as unknown as typeof ResizeObserver;
Element.prototype.scrollIntoView ??= () => {};
Element.prototype.hasPointerCapture ??= () => false;
Element.prototype.setPointerCapture ??= () => {};
Element.prototype.releasePointerCapture ??= () => {};

// jsdom finds all elements of a selector many times faster than only the first one.
for (const { prototype } of [Document, DocumentFragment, Element] as { prototype: ParentNode }[])
  prototype.querySelector = function (this: ParentNode, selectors: string) {
    return this.querySelectorAll(selectors)[0] ?? null;
  };

// jsdom works each style out from all style sheets, and a test that looks for a role asks for those of every element and of
// all around it. A page of a test has no sheet but the browser's own, and of that we only use `hidden`.
const USUAL: Record<string, string> = { display: "block", visibility: "visible", opacity: "1" };
window.getComputedStyle = (element) => {
  const { style, hidden } = element as HTMLElement;
  const read = (name: string) =>
    style.getPropertyValue(name) || (name === "display" && hidden ? "none" : (USUAL[name] ?? ""));
  return new Proxy(style, {
    get(_, name) {
      if (name === "getPropertyValue") return read;
      return typeof name === "string" && name in USUAL ? read(name) : Reflect.get(style, name, style);
    },
  });
};

// Notices ask for the system's colour scheme, which jsdom does not know.
window.matchMedia ??= (media) =>
  ({ matches: false, media, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList;
