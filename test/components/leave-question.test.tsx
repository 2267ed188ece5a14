import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { useLeaveQuestion } from "@/app/(dashboard)/[environment]/orders/[orderId]/edit/leave-question";
import { router } from "./orders-frame";
import { render } from "./render";

const followed = vi.fn();

function Page({ isChanged }: { isChanged: boolean }) {
  const question = useLeaveQuestion(isChanged);
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
      {question}
    </>
  );
}

const show = (isChanged: boolean) =>
  render(
    <AppRouterContext value={router}>
      <Page isChanged={isChanged} />
    </AppRouterContext>,
  );
const link = (name: string) => screen.getByRole("link", { name });

beforeEach(() => {
  followed.mockReset();
  router.push.mockReset();
});

describe("leaving what is not saved", () => {
  it("asks before a link is followed; staying keeps the page and the focus", async () => {
    show(true);
    link("Orders").focus();
    await userEvent.keyboard("{Enter}");
    const dialog = await screen.findByRole("alertdialog", { name: "Leave without saving?" });
    expect(dialog).toHaveTextContent("will be lost");
    expect(followed).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole("button", { name: "Stay" }));
    await waitFor(() => expect(link("Orders")).toHaveFocus());
    expect(router.push).not.toHaveBeenCalled();
  });

  it("goes where the link leads once it is agreed to", async () => {
    show(true);
    await userEvent.click(link("Orders"));
    await userEvent.click(await screen.findByRole("button", { name: "Leave" }));
    expect(router.push.mock.calls).toEqual([["/testing/orders"]]);
  });

  it("does not ask where nothing is lost", async () => {
    const { rerender } = show(true);
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
