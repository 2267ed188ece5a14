import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import { ConfirmDialog } from "@/components/ui/alert-dialog";
import { render } from "./render";

/** A list of one row, which can be deleted. */
function List() {
  const [isAsked, setIsAsked] = useState(false);
  const [isDeleted, setIsDeleted] = useState(false);
  return (
    <main id="content" tabIndex={-1}>
      {isDeleted ? null : (
        <button type="button" onClick={() => setIsAsked(true)}>
          Delete the row
        </button>
      )}
      <ConfirmDialog
        open={isAsked}
        onOpenChange={setIsAsked}
        title="Delete it?"
        description="It is gone then."
        confirmLabel="Delete"
        onConfirm={() => setIsDeleted(true)}
      />
    </main>
  );
}

describe("the focus after a dialog", () => {
  it("is where it was", async () => {
    render(<List />);
    await userEvent.click(screen.getByRole("button", { name: "Delete the row" }));
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(screen.getByRole("button", { name: "Delete the row" })).toHaveFocus());
  });

  it("is in the content where the thing that opened it has gone", async () => {
    render(<List />);
    await userEvent.click(screen.getByRole("button", { name: "Delete the row" }));
    await userEvent.click(screen.getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(screen.getByRole("main")).toHaveFocus());
  });
});
