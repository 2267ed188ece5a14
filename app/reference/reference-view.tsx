"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { AccessPanel } from "./access-panel";
import { Contents, type Group } from "./contents";
import { ACCESS_ID, SCHEME, type SwaggerUI, startReference } from "./swagger";

type State = { is: "loading" } | { is: "failed" } | { is: "ready"; ui: SwaggerUI; access: Element | null };

/** swagger-ui has its own dark theme, switched by a class on the root element. */
function followColourScheme(): () => void {
  const root = document.documentElement;
  const system = window.matchMedia("(prefers-color-scheme: dark)");
  const apply = () => {
    const { theme } = root.dataset;
    root.classList.toggle("dark-mode", theme ? theme === "dark" : system.matches);
  };
  const observer = new MutationObserver(apply);
  observer.observe(root, { attributeFilter: ["data-theme"] });
  system.addEventListener("change", apply);
  apply();
  return () => {
    observer.disconnect();
    system.removeEventListener("change", apply);
    root.classList.remove("dark-mode");
  };
}

/** The reference with its contents and its own form for the token. */
export function ReferenceView({ script, groups }: { script: string; groups: Group[] }) {
  const frame = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<State>({ is: "loading" });
  const [attempt, setAttempt] = useState(0);

  useEffect(followColourScheme, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt starts it again
  useEffect(() => {
    let isGone = false;
    setState({ is: "loading" });
    startReference(script, frame.current as HTMLDivElement)
      .then((ui) => !isGone && setState({ is: "ready", ui, access: document.getElementById(ACCESS_ID) }))
      .catch(() => !isGone && setState({ is: "failed" }));
    return () => {
      isGone = true;
    };
  }, [script, attempt]);

  const ui = state.is === "ready" ? state.ui : undefined;
  const open = useCallback(
    (hash: string) => {
      if (!ui || !hash.startsWith("#/")) return;
      const address = decodeURIComponent(hash);
      ui.layoutActions.parseDeepLinkHash(address);
      // swagger-ui scrolls only to what it renders new, and fills what it opens a moment later.
      const id = `operations${address.slice(1).replaceAll("/", "-").replaceAll(" ", "_")}`;
      setTimeout(() => document.getElementById(id)?.scrollIntoView(), 150);
    },
    [ui],
  );
  useEffect(() => {
    const follow = () => open(window.location.hash);
    window.addEventListener("hashchange", follow);
    return () => window.removeEventListener("hashchange", follow);
  }, [open]);

  return (
    <div className="lg:flex lg:gap-8">
      <Contents groups={groups} onOpen={open} />
      <main className="reference min-w-0 flex-1 py-6">
        {state.is === "loading" ? (
          <p role="status" className="py-6 text-muted">
            Loading the reference…
          </p>
        ) : null}
        {state.is === "failed" ? (
          <div role="alert" className="py-6">
            <h1 className="text-lg font-semibold">The reference could not be loaded</h1>
            <p className="mt-1 text-muted">Check the connection, or read the OpenAPI document by the link above.</p>
            <button
              type="button"
              onClick={() => setAttempt((count) => count + 1)}
              className="mt-4 rounded-md bg-accent px-3 py-2 font-semibold text-on-accent hover:bg-accent-strong"
            >
              Try again
            </button>
          </div>
        ) : null}
        <div ref={frame} />
        {state.is === "ready" && state.access
          ? createPortal(
              <AccessPanel
                onToken={(token) => state.ui.preauthorizeApiKey(SCHEME, token)}
                onForget={() => state.ui.authActions.logout([SCHEME])}
              />,
              state.access,
            )
          : null}
      </main>
    </div>
  );
}
