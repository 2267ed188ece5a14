import { render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import GlobalError from "@/app/global-error";

afterEach(() => vi.unstubAllGlobals());

const show = (error: Error & { digest?: string }) => render(<GlobalError error={error} />, { container: document });

describe("the page in place of a frame that failed", () => {
  it("says in both languages what happened and what to do, with the number to report", () => {
    show(Object.assign(new Error("frame"), { digest: "2718281828" }));
    expect(document.title).toBe("This page could not be shown");
    const headings = screen.getAllByRole("heading", { level: 1 });
    expect(headings.map(({ textContent }) => textContent)).toEqual(["This page could not be shown", "無法顯示此頁"]);
    expect(headings[1]?.closest("[lang]")).toHaveAttribute("lang", "zh-Hant-HK");
    expect(document.body).toHaveTextContent("tell us the number below");
    expect(document.body).toHaveTextContent("請把下面的編號告訴我們");
    expect(screen.getByText("2718281828")).toBeVisible();
    expect(document.body).not.toHaveTextContent("frame");
  });

  it("names no number where there is none, and loads the page again by either button", () => {
    const reload = vi.fn();
    vi.stubGlobal("window", Object.assign(Object.create(window), { location: { reload } }));
    show(new Error("frame"));
    expect(document.body).not.toHaveTextContent(/number|編號/);
    for (const name of ["Load again", "重新載入"]) screen.getByRole("button", { name }).click();
    expect(reload).toHaveBeenCalledTimes(2);
  });
});
