import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { leaveBy } from "@/components/forms/leave-by";
import { LeaveQuestion } from "@/components/forms/leave-guard";
import { router } from "../orders/orders-frame";
import { render } from "../render";

const followed = vi.fn();

function Page({ isChanged }: { isChanged: boolean }) {
  return (
    <>
      {[
        ["Orders", "/testing/orders"],
        ["A field", "#recipient"],
        ["Elsewhere", "https://elsewhere.example/"],
      ].map(([name, href]) => (
        <a
          key={name}
          href={href}
          onClick={(event) => {
            event.preventDefault();
            followed(name);
          }}
        >
          {name}
        </a>
      ))}
      <LeaveQuestion isUnsaved={isChanged} text="Your changes will be lost." />
    </>
  );
}

/** Whether the browser itself would ask before the page is closed. */
const isClosingHeld = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

async function show(isChanged: boolean) {
  const shown = render(
    <AppRouterContext value={router}>
      <Page isChanged={isChanged} />
    </AppRouterContext>,
  );
  await waitFor(() => expect(isClosingHeld()).toBe(isChanged));
  return shown;
}
const link = (name: string) => screen.getByRole("link", { name });

beforeEach(() => {
  followed.mockReset();
  router.push.mockReset();
});

describe("leaving what is not saved", () => {
  it("asks before a link is followed; staying keeps the page and the focus", async () => {
    await show(true);
    link("Orders").focus();
    await userEvent.keyboard("{Enter}");
    const dialog = await screen.findByRole("alertdialog", { name: "Leave without saving?" });
    expect(dialog).toHaveTextContent("will be lost");
    expect(followed).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole("button", { name: "Stay" }));
    await waitFor(() => expect(link("Orders")).toHaveFocus());
    expect(router.push).not.toHaveBeenCalled();
  });

  it("follows the link once the person agrees", async () => {
    await show(true);
    await userEvent.click(link("Orders"));
    await userEvent.click(await screen.findByRole("button", { name: "Leave" }));
    expect(router.push.mock.calls).toEqual([["/testing/orders"]]);
  });

  it("asks before shortcuts and the palette go elsewhere, and lets them go once the person agrees or nothing is lost", async () => {
    const { unmount } = await show(true);
    const go = vi.fn();
    act(() => leaveBy(go));
    await userEvent.click(await screen.findByRole("button", { name: "Stay" }));
    expect(go).not.toHaveBeenCalled();
    act(() => leaveBy(go));
    await userEvent.click(await screen.findByRole("button", { name: "Leave" }));
    expect(go).toHaveBeenCalledTimes(1);
    unmount();
    leaveBy(go);
    expect(go).toHaveBeenCalledTimes(2);
    expect(isClosingHeld()).toBe(false);
  });

  describe("by Back and Forward", () => {
    const navigation = Object.assign(new EventTarget(), { traverseTo: vi.fn() });
    /** Fires the browser's event before it goes to another history entry; returns whether it may go. */
    const traverse = (path: string, cancelable = true) =>
      navigation.dispatchEvent(
        Object.assign(new Event("navigate", { cancelable }), {
          navigationType: "traverse",
          destination: { url: new URL(path, window.location.href).href, key: "entry-7" },
        }),
      );
    beforeEach(() => vi.stubGlobal("navigation", navigation));
    afterEach(() => vi.unstubAllGlobals());

    it("asks, and goes there once the person agrees", async () => {
      await show(true);
      act(() => expect(traverse("/testing/orders/1")).toBe(false));
      await userEvent.click(await screen.findByRole("button", { name: "Leave" }));
      expect(navigation.traverseTo.mock.calls).toEqual([["entry-7"]]);
      expect(traverse("/testing/orders/1")).toBe(true);
    });

    it("does not ask where the browser does not let the reader stay, within the page, or where nothing is lost", async () => {
      const { unmount } = await show(true);
      expect(traverse("/testing/orders/1", false)).toBe(true);
      expect(traverse("#recipient")).toBe(true);
      unmount();
      expect(traverse("/testing/orders/1")).toBe(true);
    });
  });

  it("does not ask where nothing is lost", async () => {
    const { rerender } = await show(true);
    fireEvent.click(link("A field"));
    fireEvent.click(link("Elsewhere"));
    fireEvent.click(link("Orders"), { ctrlKey: true });
    rerender(
      <AppRouterContext value={router}>
        <Page isChanged={false} />
      </AppRouterContext>,
    );
    fireEvent.click(link("Orders"));
    expect(followed.mock.calls).toEqual([["A field"], ["Elsewhere"], ["Orders"], ["Orders"]]);
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });
});
