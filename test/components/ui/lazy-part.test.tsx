import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ComponentType, lazy, Suspense } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { lazyPart } from "@/components/ui/lazy-part";
import { render } from "../render";

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

describe("a part that does not load", () => {
  it("says so, and appears with its props when it is asked for again", async () => {
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

  it("can be dismissed where the part could be closed", async () => {
    const onClose = vi.fn();
    await show({ name: "Mei", onClose }, () => Promise.reject(new Error("offline")));
    await userEvent.click(screen.getByRole("button", { name: "Close" }));
    expect(onClose).toHaveBeenCalledOnce();
  });
});
