import { useQuery } from "@tanstack/react-query";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { EditProduct } from "@/app/(dashboard)/[environment]/products/[productId]/edit/edit-product";
import { NewProduct } from "@/app/(dashboard)/[environment]/products/new/new-product";
import { useWorkspace } from "@/components/environment";
import { ItemEditor } from "@/components/items/item-editor";
import ProductForm from "@/components/products/product-form";
import { ApiFailure, queryFor } from "@/lib/api-client";
import { changeOfProduct, type ProductValues, productOfValues, valuesOfProduct } from "@/lib/goods/product-form";
import { answer, page, product, refusal, router, show } from "../products-frame";
// Loaded here, so that the tests need not wait for what pages load late.
import "@/lib/contracts/product";
import "@/lib/goods/product-rules";

const field = (name: string | RegExp) => screen.getByRole("textbox", { name });

beforeEach(() => {
  router.push.mockReset();
});

it("judges by the contract before anything is sent, and leads to the first error", async () => {
  const onSubmit = vi.fn<(values: ProductValues) => Promise<undefined>>(async () => undefined);
  show(<ProductForm submitLabel="Send" cancelHref="/" onSubmit={onSubmit} />);
  await userEvent.type(field(/Weight/), "heavy");
  await userEvent.click(screen.getByRole("button", { name: "Send" }));
  await waitFor(() => expect(field(/^SKU/)).toHaveFocus());
  expect(field(/^SKU/)).toHaveAccessibleDescription(/This field is required/);
  expect(field(/^Name/)).toBeInvalid();
  expect(field(/Weight/)).toHaveAccessibleDescription(/Must be a decimal number/);
  expect(onSubmit).not.toHaveBeenCalled();
  await userEvent.type(field(/^SKU/), "CAP-9");
  await waitFor(() => expect(field(/^SKU/)).not.toBeInvalid());
});

it("warns of a wrong check digit in words, and sends anyway", async () => {
  const onSubmit = vi.fn<(values: ProductValues) => Promise<undefined>>(async () => undefined);
  show(<ProductForm submitLabel="Send" cancelHref="/" onSubmit={onSubmit} />);
  await userEvent.type(field(/^SKU/), "CAP-9");
  await userEvent.type(field(/^Name/), "Cap");
  await userEvent.type(field(/^Barcode/), "4006381333932");
  expect(field(/^Barcode/)).toHaveAccessibleDescription(/check digit of this barcode is wrong/);
  expect(field(/^Barcode/)).not.toBeInvalid();
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Battery" }), "Rechargeable, beside the device");
  await userEvent.click(screen.getByRole("button", { name: "Send" }));
  await waitFor(() => expect(onSubmit).toHaveBeenCalledOnce());
  const sent = onSubmit.mock.calls[0]?.[0] as ProductValues;
  expect(productOfValues(sent)).toMatchObject({
    sku: "CAP-9",
    name: "Cap",
    bar_code_eid: "4006381333932",
    battery: { type: "chargeable", location: "outside" },
    // Without a value it means nothing.
    currency: "",
  });
});

it.each([
  ["product", <NewProduct key="product" />],
  ["item", <ItemEditor key="item" />],
])("asks before a %s is left that was typed", async (_what, form) => {
  const isHeld = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  show(form);
  await userEvent.type(field(/^Name/), "Cap");
  await waitFor(() => expect(isHeld()).toBe(true));
  await userEvent.click(screen.getByRole("link", { name: "Cancel" }));
  expect(await screen.findByRole("alertdialog", { name: "Leave without saving?" })).toHaveTextContent("will be lost");
  await userEvent.click(screen.getByRole("button", { name: "Stay" }));
  await userEvent.clear(field(/^Name/));
  await waitFor(() => expect(isHeld()).toBe(false));
});

it("puts what the server refuses on the field it points at, until that is changed", async () => {
  const message = "Another product has this sku.";
  const asked = answer({ "POST /products": () => refusal({ "/sku": message }) });
  show(<NewProduct />);
  await userEvent.type(field(/^SKU/), "CAP-1");
  await userEvent.type(field(/^Name/), "Cap");
  await userEvent.click(screen.getByRole("button", { name: "Add product" }));
  await waitFor(() => expect(field(/^SKU/)).toHaveAccessibleDescription(new RegExp(message)));
  await waitFor(() => expect(field(/^SKU/)).toHaveFocus());
  await userEvent.click(screen.getByRole("button", { name: "Add product" }));
  await waitFor(() => expect(asked).toHaveLength(2));
  // However often it is sent, it makes one product.
  expect(asked[1]?.headers["idempotency-key"]).toBe(asked[0]?.headers["idempotency-key"]);
  await userEvent.type(field(/^SKU/), "2");
  expect(field(/^SKU/)).not.toBeInvalid();
});

it("continues to the product that was made when its answer was lost", async () => {
  answer({
    "POST /products": () => Response.json({ error: { code: "500998", id: "pr_7" } }, { status: 500 }),
    "GET /products": () => page([]),
  });
  show(<NewProduct />);
  await userEvent.type(field(/^SKU/), "CAP-1");
  await userEvent.type(field(/^Name/), "Cap");
  await userEvent.click(screen.getByRole("button", { name: "Add product" }));
  await waitFor(() => expect(router.push).toHaveBeenCalledWith("/testing/products/pr_7"));
});

it("reports a failure that belongs to no field with its request id", async () => {
  const failure = new ApiFailure({ status: 503, message: "away", requestId: "req_of_the_test" });
  show(<ProductForm product={product(1)} submitLabel="Send" cancelHref="/" onSubmit={() => Promise.reject(failure)} />);
  await userEvent.click(screen.getByRole("button", { name: "Send" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("req_of_the_test");
});

it("sends only what was changed, and clears what was emptied", async () => {
  const asked = answer({ "PATCH /products/pr_1": () => ({ data: product(1) }) });
  show(<EditProduct product={product(1, { battery: { type: "chargeable", location: "inside" } })} />);
  await userEvent.clear(field(/^Barcode/));
  await userEvent.clear(field(/^Low-stock mark/));
  await userEvent.clear(field(/Value of a unit/));
  await userEvent.type(field(/Value of a unit/), "1,250");
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Battery" }), "None");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(router.push).toHaveBeenCalledWith("/testing/products/pr_1"));
  expect(asked.map(({ body }) => body)).toEqual([
    { unit_value: "1250", clear: ["bar_code_eid", "low_stock_mark", "battery"], revision: 1 },
  ]);
});

it("sends nothing where nothing was changed", async () => {
  const asked = answer({});
  show(<EditProduct product={product(1)} />);
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(router.push).toHaveBeenCalledWith("/testing/products/pr_1"));
  expect(asked).toEqual([]);
  expect(changeOfProduct(product(1), valuesOfProduct(product(1)))).toBeNull();
});

/** Keeps the list of an operation on a page, as one that a person has just left. */
function Listed({ of }: { of: "listItems" | "listProducts" }) {
  const { where } = useWorkspace();
  useQuery({ ...queryFor(of, { limit: "20" }, where), staleTime: 30_000 });
  return null;
}

it("of an item reads products and items again, and so does that of a product", async () => {
  const asked = answer({
    "GET /items": () => page([]),
    "GET /products": () => page([]),
    "PATCH /products/pr_1": () => ({ data: product(1) }),
    "PATCH /items/pr_1": () => ({ data: {} }),
  });
  const lists = () => asked.filter(({ method }) => method === "GET").map(({ url }) => url.pathname.split("/").at(-1));
  const item = { id: "pr_1", sku: "CAP-1", name: "Cap", bar_code_eid: null, description: null, hscode: null };
  const rest = {
    origin: null,
    currency: null,
    single_price: null,
    single_weight: null,
    unit: null,
    battery: null,
    revision: 1,
  };
  for (const editor of [
    <ItemEditor key="item" item={{ ...item, ...rest }} />,
    <EditProduct key="p" product={product(1)} />,
  ]) {
    asked.length = 0;
    const { unmount } = show(
      <>
        <Listed of="listItems" />
        <Listed of="listProducts" />
        {editor}
      </>,
    );
    await waitFor(() => expect(lists()).toEqual(["items", "products"]));
    await userEvent.type(field(/^Name/), "s");
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(lists().slice(2).sort()).toEqual(["items", "products"]));
    unmount();
  }
});

it("takes over what another person has changed, asks where both changed one field, and then keeps mine", async () => {
  const stored = product(1);
  const now = product(1, { name: "Their name", unit_value: "250.00", revision: 2 });
  const sent: Record<string, unknown>[] = [];
  answer({
    "PATCH /products/pr_1": ({ body }) => {
      sent.push(body);
      if (body.revision === 2) return { data: product(1, { name: "My name", revision: 3 }) };
      const error_trace = [{ field: "name", pointer: "/name", message: "Somebody else." }];
      return Response.json({ error: { code: "409020", message: "Changed", error_trace } }, { status: 409 });
    },
    "GET /products/pr_1": () => ({ data: now }),
    "GET /products": () => page([]),
    "GET /items": () => page([]),
  });
  show(<EditProduct product={stored} />);
  await userEvent.clear(field(/^Name/));
  await userEvent.type(field(/^Name/), "My name");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(field(/^Name/)).toHaveAccessibleDescription(/changed to “Their name” since/));
  expect(field(/^Name/)).toHaveValue("My name");
  expect(field(/Value of a unit/)).toHaveValue("250.00");
  expect(router.push).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(router.push).toHaveBeenCalledWith("/testing/products/pr_1"));
  expect(sent).toEqual([
    { name: "My name", revision: 1 },
    { name: "My name", revision: 2 },
  ]);
});
