import { fireEvent, render } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { EarlyKeys } from "@/components/shell/early-keys";

it("keeps what is typed until the field is there, and nothing else", () => {
  const typed = { current: "" };
  const onClose = vi.fn();
  const elsewhere = vi.fn();
  document.body.addEventListener("keydown", elsewhere);
  const { unmount } = render(<EarlyKeys typed={typed} onClose={onClose} />);
  const press = (key: string, more = {}) => fireEvent.keyDown(document.body, { key, ...more });
  for (const key of ["w", "e", "x", "Backspace", "b", " "]) expect(press(key)).toBe(false);
  expect(typed.current).toBe("web ");
  expect(elsewhere).not.toHaveBeenCalled();
  for (const [key, more] of [
    ["Tab", {}],
    ["r", { ctrlKey: true }],
  ] as const)
    expect(press(key, more)).toBe(true);
  expect(typed.current).toBe("web ");
  expect(onClose).not.toHaveBeenCalled();
  press("Escape");
  expect(onClose).toHaveBeenCalledOnce();
  unmount();
  press("q");
  expect(typed.current).toBe("web ");
});
