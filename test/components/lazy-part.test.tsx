import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ComponentType, lazy, Suspense } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { lazyPart } from "@/components/ui/lazy-part";
import { lazily } from "@/lib/lazily";
import { render } from "./render";

/** A script that the page asks for, as Turbopack does. */
function askForScript(): HTMLScriptElement {
  const script = document.createElement("script");
  script.src = "/_next/static/chunks/a.js";
  document.head.append(script);
  return script;
}

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  document.head.replaceChildren();
});

describe("a part of the program", () => {
  it("is asked for at once when no script is under way", async () => {
    const load = vi.fn(async () => "part");
    const part = lazily(load);
    expect(load).toHaveBeenCalledOnce();
    expect(await part).toBe("part");
  });

  it("waits until the scripts under way have run", async () => {
    vi.useFakeTimers();
    const [one, two] = [askForScript(), askForScript()];
    const load = vi.fn(async () => "part");
    const part = lazily(load);
    await vi.advanceTimersByTimeAsync(1000);
    one.dispatchEvent(new Event("load"));
    await vi.advanceTimersByTimeAsync(1000);
    expect(load).not.toHaveBeenCalled();
    two.dispatchEvent(new Event("load"));
    await vi.advanceTimersByTimeAsync(50);
    expect(await part).toBe("part");
  });

  it("waits for the second try of a script that failed", async () => {
    vi.useFakeTimers();
    const first = askForScript();
    const load = vi.fn(async () => "part");
    const part = lazily(load);
    first.dispatchEvent(new Event("error"));
    first.remove();
    await vi.advanceTimersByTimeAsync(600);
    const second = askForScript();
    await vi.advanceTimersByTimeAsync(3000);
    expect(load).not.toHaveBeenCalled();
    second.dispatchEvent(new Event("load"));
    await vi.advanceTimersByTimeAsync(50);
    expect(await part).toBe("part");
  });

  it("does not wait for scripts that are not the product's", async () => {
    const script = document.createElement("script");
    script.src = "https://extension.example/a.js";
    document.head.append(script);
    const load = vi.fn(async () => "part");
    const part = lazily(load);
    expect(load).toHaveBeenCalledOnce();
    expect(await part).toBe("part");
  });

  it("is not held up for ever by a script that hangs", async () => {
    vi.useFakeTimers();
    askForScript();
    const part = lazily(async () => "part");
    await vi.advanceTimersByTimeAsync(10_100);
    expect(await part).toBe("part");
    const next = vi.fn(async () => "next");
    const nextPart = lazily(next);
    expect(next).toHaveBeenCalledOnce();
    expect(await nextPart).toBe("next");
  });
});

type NameProps = { name: string; onClose?: () => void };
const Name = ({ name }: NameProps) => <p>I am {name}.</p>;

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});

async function show(props: NameProps, load: () => Promise<{ default: ComponentType<NameProps> }>) {
  const Part = lazy(() => lazyPart(load));
  await act(async () =>
    render(
      <Suspense>
        <Part {...props} />
      </Suspense>,
    ),
  );
}

describe("a part that does not come", () => {
  it("says so, and is there with what it was given when it is asked for again", async () => {
    const load = vi
      .fn(async () => ({ default: Name }))
      .mockRejectedValueOnce(new Error("offline"))
      .mockRejectedValueOnce(new Error("offline"));
    await show({ name: "Mei" }, load);
    const again = screen.getByRole("button", { name: "Try again" });
    await userEvent.click(again);
    expect(screen.getByRole("alert").textContent).toContain("could not be loaded");
    await userEvent.click(again);
    expect(screen.getByText("I am Mei.")).toBeTruthy();
    expect(console.error).toHaveBeenCalledExactlyOnceWith(new Error("offline"));
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("can be put away where it could be closed", async () => {
    const onClose = vi.fn();
    await show({ name: "Mei", onClose }, () => Promise.reject(new Error("offline")));
    await userEvent.click(screen.getByRole("button", { name: "Close" }));
    expect(onClose).toHaveBeenCalledOnce();
  });
});
