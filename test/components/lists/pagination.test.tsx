import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { Pagination } from "@/components/ui/pagination";
import type { Language } from "@/lib/i18n/validation";
import { render } from "../render";

function at(offset: number, limit: number, total: number, language: Language = "en") {
  const onChange = vi.fn();
  render(<Pagination total={total} offset={offset} limit={limit} onChange={onChange} />, language);
  return onChange;
}

describe("Pagination", () => {
  it.each([
    [0, 20, 1234, "1–20 of 1,234"],
    [1220, 20, 1234, "1,221–1,234 of 1,234"],
    [0, 50, 7, "1–7 of 7"],
    [0, 20, 0, "0 rows"],
    [40, 20, 7, "0 rows"],
  ])("says where the page is in the list: offset %i, %i a page, %i in all", (offset, limit, total, words) => {
    at(offset, limit, total);
    expect(screen.getByText(words)).toBeInTheDocument();
  });

  it("says it in Chinese", () => {
    at(20, 20, 1234, "zh-Hant");
    expect(screen.getByText("第 21–40 項，共 1,234 項")).toBeInTheDocument();
    expect(screen.getByRole("navigation", { name: "分頁" })).toBeInTheDocument();
  });

  it("goes to the next and previous page, and nowhere from the ends", async () => {
    const onChange = at(20, 20, 60);
    await userEvent.click(screen.getByRole("button", { name: "Next page" }));
    await userEvent.click(screen.getByRole("button", { name: "Previous page" }));
    expect(onChange.mock.calls).toEqual([[{ offset: 40, limit: 20 }], [{ offset: 0, limit: 20 }]]);
  });

  it.each([
    [0, 20, "Previous page"],
    [40, 20, "Next page"],
  ])("has no way out at offset %i", (offset, limit, name) => {
    at(offset, limit, 60);
    expect(screen.getByRole("button", { name })).toBeDisabled();
  });

  it("keeps the first row in sight when the size changes", async () => {
    const onChange = at(60, 20, 400);
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Rows a page" }), "50");
    expect(onChange).toHaveBeenCalledExactlyOnceWith({ offset: 50, limit: 50 });
  });
});
