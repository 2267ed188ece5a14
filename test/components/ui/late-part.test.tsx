import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { type ComponentType, lazy, useState } from "react";
import { expect, it, vi } from "vitest";
import { LatePart } from "@/components/ui/late-part";
import { render } from "../render";

const onClose = vi.fn();
const entered = vi.fn();
const elsewhere = vi.fn();

function Search() {
  const [text, setText] = useState("");
  return (
    <input
      // biome-ignore lint/a11y/noAutofocus: as a dialog's field does
      autoFocus
      aria-label="Search"
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={({ key }) => key === "Enter" && entered(text)}
    />
  );
}

/** Opens a part; the function that it returns makes the part arrive. */
function opened(Part: ComponentType) {
  for (const mock of [onClose, entered, elsewhere]) mock.mockClear();
  let come: (part: { default: ComponentType }) => void = () => undefined;
  const Late = lazy(() => new Promise<{ default: ComponentType }>((resolve) => (come = resolve)));
  document.body.addEventListener("keydown", elsewhere);
  render(
    <LatePart onClose={onClose}>
      <Late />
    </LatePart>,
  );
  return () => act(async () => come({ default: Part }));
}
const press = (key: string, more = {}) => fireEvent.keyDown(document.body, { key, ...more });

it("gives what was typed, pasted and entered meanwhile to the part's field, and nothing to the page", async () => {
  const come = opened(Search);
  for (const key of ["W", "o", "m", "Backspace", "n", "g", " "]) expect(press(key)).toBe(false);
  fireEvent.paste(document.body, { clipboardData: { getData: () => "Tai Sin" } });
  expect(press("Enter")).toBe(false);
  expect(elsewhere).not.toHaveBeenCalled();
  for (const [key, more] of [
    ["Tab", {}],
    ["r", { ctrlKey: true }],
  ] as const)
    expect(press(key, more)).toBe(true);
  await come();
  expect(screen.getByRole("textbox", { name: "Search" })).toHaveValue("Wong Tai Sin");
  await waitFor(() => expect(entered).toHaveBeenCalledWith("Wong Tai Sin"));
  expect(press("q")).toBe(true);
  expect(onClose).not.toHaveBeenCalled();
});

it("keeps it for the part's field while one of the page gets the focus", async () => {
  render(<input aria-label="Page" />);
  const come = opened(Search);
  press("x");
  act(() => screen.getByRole("textbox", { name: "Page" }).focus());
  await come();
  expect(screen.getByRole("textbox", { name: "Search" })).toHaveValue("x");
  expect(screen.getByRole("textbox", { name: "Page" })).toHaveValue("");
});

it("gives an area its line breaks, and sends the form of a field that was entered last", async () => {
  const sent = vi.fn((event: Event) => event.preventDefault());
  const ofForm = (Field: "input" | "textarea") => () => (
    <form onSubmit={(event) => sent(event.nativeEvent)}>
      <Field autoFocus aria-label="Name" />
    </form>
  );
  for (const [kind, keys, value, times] of [
    ["textarea", ["a", "Enter", "b", "Enter"], "a\nb\n", 0],
    ["input", ["a", "Enter", "b"], "ab", 0],
    ["input", ["a", "b", "Enter"], "ab", 1],
  ] as const) {
    sent.mockClear();
    const come = opened(ofForm(kind));
    for (const key of keys) press(key);
    await come();
    expect(screen.getByRole("textbox", { name: "Name" })).toHaveValue(value);
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    expect(sent).toHaveBeenCalledTimes(times);
    cleanup();
  }
});

it("is closed by Escape before it is there, and keeps no keys of a part without a field", async () => {
  const come = opened(() => <button type="button">Fine</button>);
  press("Escape");
  expect(onClose).toHaveBeenCalledOnce();
  await come();
  expect(press("x")).toBe(false);
  act(() => screen.getByRole("button", { name: "Fine" }).focus());
  expect(press("x")).toBe(true);
});

it("ends with a click", () => {
  opened(Search);
  expect(press("x")).toBe(false);
  fireEvent.pointerDown(document.body);
  expect(press("x")).toBe(true);
});
