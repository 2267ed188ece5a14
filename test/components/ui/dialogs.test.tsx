import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import { ConfirmDialog } from "@/components/ui/alert-dialog";
import { DropdownMenuItem } from "@/components/ui/dropdown-menu";
import { RowMenu } from "@/components/ui/row-menu";
import { render } from "../render";

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
      <RowMenu label="More">
        <DropdownMenuItem onSelect={() => setIsAsked(true)}>Delete it</DropdownMenuItem>
      </RowMenu>
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

  it("is on the button of the menu whose item opened it", async () => {
    render(<List />);
    await userEvent.click(screen.getByRole("button", { name: "More" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Delete it" }));
    await screen.findByRole("alertdialog");
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(screen.getByRole("button", { name: "More" })).toHaveFocus());
  });

  it("is in the content where the thing that opened it has gone", async () => {
    render(<List />);
    await userEvent.click(screen.getByRole("button", { name: "Delete the row" }));
    await userEvent.click(screen.getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(screen.getByRole("main")).toHaveFocus());
  });
});
