import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { useSelection } from "@/components/lists/use-selection";
import { ListTable } from "@/components/ui/list-table";
import { render } from "../render";

const ROWS = ["tea", "cups", "kettle"];
const rendered: string[] = [];

function List() {
  const selection = useSelection();
  return (
    <ListTable
      label="Goods"
      rows={ROWS}
      keyOf={(row) => row}
      opens="nothing"
      select={{ selection, page: "All", row: (row) => `Select ${row}` }}
      columns={[
        {
          key: "name",
          head: "Name",
          cell: (row) => {
            rendered.push(row);
            return row;
          },
        },
      ]}
    />
  );
}

it("renders only the row whose checkbox is clicked: a list of a hundred rows answers at once", async () => {
  render(<List />);
  expect(rendered).toEqual(expect.arrayContaining(ROWS));
  rendered.length = 0;
  await userEvent.click(screen.getByRole("checkbox", { name: "Select cups" }));
  expect(screen.getByRole("checkbox", { name: "Select cups" })).toBeChecked();
  expect(screen.getByRole("checkbox", { name: "All" })).toBePartiallyChecked();
  expect(new Set(rendered)).toEqual(new Set(["cups"]));
  rendered.length = 0;
  await userEvent.click(screen.getByRole("checkbox", { name: "All" }));
  expect(new Set(rendered)).toEqual(new Set(["tea", "kettle"]));
});
