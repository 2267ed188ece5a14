// The keys of a list's search (docs/keys.md).
import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { SearchField } from "@/components/lists/search-field";
import { ShortcutsProvider } from "@/components/shell/shortcuts";
import { render } from "../render";

/** Searches that are under way. */
let arrive: (() => void)[];
const onSearch = vi.fn();
beforeEach(() => {
  arrive = [];
  onSearch.mockReset();
});

/** A list whose rows for a text come when `arrive` is called. */
function Page({ rows }: { rows: number }) {
  const [value, setValue] = useState("");
  const [isPending, setIsPending] = useState(false);
  const search = (text: string) => {
    onSearch(text);
    setIsPending(true);
    arrive.push(() => {
      setValue(text);
      setIsPending(false);
    });
  };
  return (
    <ShortcutsProvider>
      <main>
        <SearchField label="Search" placeholder="" className="" value={value} isPending={isPending} onSearch={search} />
        <table>
          <tbody>
            {["Row 0", "Row 1"].slice(0, rows).map((name) => (
              <tr key={name}>
                <td>
                  <button type="button">{name}</button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </main>
    </ShortcutsProvider>
  );
}
const field = () => screen.getByRole("searchbox");
const row = () => screen.getByRole("button", { name: "Row 0" });
/** Keys so many milliseconds after each other. */
function strike(gap: number, ...keys: string[]) {
  let at = 10_000;
  for (const key of keys) {
    at += gap;
    const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
    Object.defineProperty(event, "timeStamp", { value: at });
    act(() => void document.activeElement?.dispatchEvent(event));
  }
}

it("goes to the rows on Enter once they are those of the text, and at once where they are", async () => {
  render(<Page rows={2} />);
  await userEvent.type(field(), "siu");
  strike(200, "u", "Enter");
  expect(field()).toHaveFocus();
  expect(onSearch).toHaveBeenCalledWith("siu");
  act(() => arrive[0]?.());
  expect(row()).toHaveFocus();
  act(() => field().focus());
  strike(200, "u", "Enter");
  expect(row()).toHaveFocus();
});

it("stays in the field for what a scanner types next, and where there are no rows", async () => {
  const { unmount } = render(<Page rows={2} />);
  await userEvent.type(field(), "ST1");
  strike(10, "1", "Enter");
  act(() => arrive[0]?.());
  expect(field()).toHaveFocus();
  unmount();
  render(<Page rows={0} />);
  await userEvent.type(field(), "nobody");
  strike(200, "y", "Enter");
  act(() => arrive.at(-1)?.());
  expect(field()).toHaveFocus();
});

it("goes to the rows by ↓, is emptied and left by Escape, and / leads to it without a wait", async () => {
  render(<Page rows={1} />);
  await userEvent.type(field(), "siu{ArrowDown}");
  expect(row()).toHaveFocus();
  strike(200, "/");
  expect(field()).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  expect(field()).toHaveValue("");
  expect(field()).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  expect(field()).not.toHaveFocus();
});
