import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { LateDialog, lateDialog, onTouch } from "@/components/ui/late-dialog";
import { render } from "../render";

function Question({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent title="Why?">
        <input aria-label="Reason" />
      </DialogContent>
    </Dialog>
  );
}

function Page({ part }: { part: ReturnType<typeof lateDialog<{ onClose: () => void }>> }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)} {...onTouch(part)}>
        Ask
      </button>
      {isOpen ? <LateDialog part={part} props={{ onClose: () => setIsOpen(false) }} /> : null}
    </>
  );
}

/** A button that opens a dialog which is loaded late, and what lets its script arrive. */
function shown() {
  const arrivals: (() => void)[] = [];
  const load = vi.fn(
    () =>
      new Promise<{ default: typeof Question }>((resolve) => {
        arrivals.push(() => resolve({ default: Question }));
      }),
  );
  render(<Page part={lateDialog(load)} />);
  return {
    load,
    arrive: () =>
      act(async () => {
        for (const come of arrivals) come();
      }),
  };
}
const ask = () => screen.getByRole("button", { name: "Ask" });

it("is loaded when its button is touched, and there at once when it is opened", async () => {
  const user = userEvent.setup();
  const { load, arrive } = shown();
  expect(load).not.toHaveBeenCalled();
  await user.hover(ask());
  expect(load).toHaveBeenCalled();
  await arrive();
  await user.click(ask());
  expect(screen.getByRole("dialog", { name: "Why?" })).toBeVisible();
  expect(screen.getByRole("textbox", { name: "Reason" })).toHaveFocus();
});

it("that is opened before it is there holds the focus, so that the page gets none of what is typed", async () => {
  const user = userEvent.setup();
  const elsewhere = vi.fn();
  document.body.addEventListener("keydown", ({ target }) => target === document.body && elsewhere());
  const { arrive } = shown();
  await user.click(ask());
  expect(screen.getByRole("dialog", { name: "Loading…" })).toContainElement(document.activeElement as HTMLElement);
  await user.keyboard("j k{Enter}");
  expect(elsewhere).not.toHaveBeenCalled();
  await arrive();
  expect(screen.getByRole("dialog", { name: "Why?" })).toBeVisible();
  expect(screen.getByRole("textbox", { name: "Reason" })).toHaveFocus();
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  await waitFor(() => expect(ask()).toHaveFocus());
});

it("keeps what is typed as soon as it is there: the focus does not leave it and come back", async () => {
  const user = userEvent.setup();
  const { arrive } = shown();
  const opener = ask();
  await user.click(opener);
  const left = vi.fn();
  opener.addEventListener("focus", left);
  await arrive();
  await user.keyboard("Over");
  await act(async () => {
    await new Promise((resolve) => setTimeout(resolve, 20));
  });
  await user.keyboard(" 2 kg");
  expect(screen.getByRole("textbox", { name: "Reason" })).toHaveValue("Over 2 kg");
  expect(left).not.toHaveBeenCalled();
});

it("is closed while it loads", async () => {
  const user = userEvent.setup();
  const { arrive } = shown();
  await user.click(ask());
  await user.keyboard("{Escape}");
  await arrive();
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
});
