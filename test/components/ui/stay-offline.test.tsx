import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Notice, showNoticesWith } from "@/components/ui/toast";
import { useStayOffline } from "@/components/ui/toaster";
import { render } from "../render";

// Called when a click is not prevented.
const follow = vi.fn();
function onClick(event: Event) {
  event.preventDefault();
  if (event.target instanceof HTMLAnchorElement) follow(event.target.getAttribute("href"));
}

function Page() {
  useStayOffline();
  return (
    <main>
      <a href="/testing/orders">Orders</a>
      <a href="#content">Content</a>
      <a href="https://example.com/">Elsewhere</a>
      <a href="/a.pdf" download>
        A file
      </a>
    </main>
  );
}

let notices: Notice[] = [];
let stopNotices: () => void;
beforeEach(() => {
  stopNotices = showNoticesWith({ show: (notice) => notices.push(notice), dismiss: () => undefined });
  // What other files left to be shown has just been.
  notices = [];
  document.body.addEventListener("click", onClick);
});

afterEach(() => {
  stopNotices();
  document.body.removeEventListener("click", onClick);
  vi.restoreAllMocks();
  follow.mockClear();
});

it.each([
  ["en", "The server could not be reached", "Nothing was changed."],
  ["zh-Hant", "無法連接伺服器", "資料沒有任何更改。"],
] as const)("keeps the page without a network, and says why in %s", async (language, title, lost) => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  render(<Page />, language);
  await userEvent.click(screen.getByRole("link", { name: "Orders" }));
  expect(follow).not.toHaveBeenCalled();
  expect(notices.map((notice) => [notice.kind, notice.title])).toEqual([["error", title]]);
  render(<p role="note">{notices[0]?.options?.description}</p>);
  expect(screen.getByRole("note").textContent).toContain(lost);
});

it("follows links that keep the page or lead elsewhere, and all links with a network", async () => {
  const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  render(<Page />);
  for (const name of ["Content", "Elsewhere", "A file"]) await userEvent.click(screen.getByRole("link", { name }));
  online.mockReturnValue(true);
  await userEvent.click(screen.getByRole("link", { name: "Orders" }));
  expect(follow.mock.calls.flat()).toEqual(["#content", "https://example.com/", "/a.pdf", "/testing/orders"]);
  expect(notices).toEqual([]);
});
