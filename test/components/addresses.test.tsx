import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useForm } from "react-hook-form";
import { expect, it, vi } from "vitest";
import { AddressForm } from "@/app/(dashboard)/[environment]/addresses/address-form";
import { AddressImport } from "@/app/(dashboard)/[environment]/addresses/import/address-import";
import { RecipientFields } from "@/app/(dashboard)/[environment]/orders/form/recipient-section";
import { FormChecks, WarningStore } from "@/components/forms/form-checks";
import type { Address } from "@/lib/contracts/address";
import { emptyOrder } from "@/lib/orders/form-values";
import { answer, page, router, show } from "./products-frame";
import { savedFiles } from "./saved-files";
// Loaded here, so that the tests need not wait for what pages load late.
import "@/app/(dashboard)/[environment]/addresses/import/import-preview";
import "@/lib/tables/csv-file";

const saved = savedFiles();

const FILE = `類別,姓名,電話,區號,地址,國家,客戶編號
,陳大文,91234567,+852,九龍旺角彌敦道 700 號,,A1
recipient,Sato Hanako,9012345678,81,1-2-3 Jingumae,日本,A2
客人,Lee,123,852,x,,A3
`;

it("imports the good rows of a file, and names what is wrong in the others", async () => {
  const asked = answer({
    "POST /addresses/import": () => ({ data: { created: 1, updated: 1, unchanged: 0 } }),
  });
  show(<AddressImport />);
  const box = document.querySelector("input[type=file]") as HTMLInputElement;
  await userEvent.upload(box, new File([FILE], "list.csv", { type: "text/csv" }));
  expect(await screen.findByText("These columns are not imported: 客戶編號")).toBeInTheDocument();
  const wrong = screen.getByRole("row", { name: /Lee/ });
  for (const words of ["4", "kind Must be one of: recipient, sender.", "mobile Must be", "address At least 5"])
    expect(wrong).toHaveTextContent(words);
  await userEvent.click(screen.getByRole("button", { name: "Import 2 addresses" }));
  expect(await screen.findByText("1 new, 1 changed, 0 as before")).toBeInTheDocument();
  const { body } = asked.find(({ url }) => url.pathname.endsWith("/addresses/import")) ?? {};
  expect(body).toEqual({
    address_list: [
      {
        kind: "recipient",
        party: { name: "陳大文", mobile: "91234567", mobile_prefix: "852", address: "九龍旺角彌敦道 700 號" },
      },
      {
        kind: "recipient",
        party: {
          ...{ name: "Sato Hanako", mobile: "9012345678", mobile_prefix: "+81" },
          ...{ address: "1-2-3 Jingumae", country: "日本" },
        },
      },
    ],
  });
  await userEvent.click(screen.getByRole("button", { name: "Save the wrong row" }));
  expect(await saved[0]?.text).toContain('客人,Lee,123,852,x,,"kind: Must be one of');
});

const LAU: Address = {
  ...{ id: "ad_1", kind: "recipient", label: "VIP", ship_type: "local", country: "HK", district: "Yau Tsim Mong" },
  party: { name: "Lau", mobile_prefix: "852", mobile: "65430987", address: "九龍旺角彌敦道701號地下^KLN-L001" },
  ...{ use_count: 3, last_used_at: null, create_time: "2026-11-01T10:00:00.000+08:00" },
  revision: 1,
  update_time: "2026-11-01T10:00:00.000+08:00",
};

function Recipient({ onAddress }: { onAddress: (address: Address) => void }) {
  const form = useForm({ defaultValues: emptyOrder("local") });
  return (
    <FormChecks form={form} warnings={new WarningStore()}>
      <RecipientFields shipType="local" pointProvider={null} heaviest={null} onAddress={onAddress} />
      <output>{JSON.stringify(form.watch("recipient"))}</output>
    </FormChecks>
  );
}

it("offers saved recipients for what is typed into the name, and fills in all fields", async () => {
  const asked = answer({ "GET /addresses": () => page([LAU]) });
  const onAddress = vi.fn();
  show(<Recipient onAddress={onAddress} />);
  await userEvent.type(screen.getByRole("textbox", { name: /^Name/ }), "La");
  await userEvent.click(await screen.findByRole("button", { name: "Fill in" }));
  expect(asked.some(({ url }) => url.search.includes("kind=recipient") && url.search.includes("q=La"))).toBe(true);
  await waitFor(() =>
    expect(JSON.parse(document.querySelector("output")?.textContent ?? "{}")).toEqual({ ...LAU.party, email: "" }),
  );
  expect(onAddress).toHaveBeenCalledWith(LAU);
  await waitFor(() => expect(screen.queryByRole("button", { name: "Fill in" })).not.toBeInTheDocument());

  // The same by the keyboard from the list of those used last.
  await userEvent.clear(screen.getByRole("textbox", { name: /^Name/ }));
  screen.getByRole("combobox", { name: "From the address book" }).focus();
  await userEvent.keyboard("{ArrowDown}");
  await screen.findByRole("option", { name: /Lau · VIP.*3 orders/ });
  await userEvent.keyboard("{Enter}");
  expect(screen.getByRole("textbox", { name: /^Name/ })).toHaveValue("Lau");
});

it.each([
  [/^Mobile/, "654309"],
  [/^Address/, "彌敦道701"],
])("offers them for what is typed into %s as well", async (name, typed) => {
  const asked = answer({ "GET /addresses": () => page([LAU]) });
  show(<Recipient onAddress={vi.fn()} />);
  await userEvent.type(screen.getByRole("textbox", { name }), typed);
  await userEvent.click(await screen.findByRole("button", { name: "Fill in" }));
  expect(asked.some(({ url }) => url.searchParams.get("q") === typed)).toBe(true);
  expect(screen.getByRole("textbox", { name: /^Name/ })).toHaveValue("Lau");
});

it("sends an address again by itself where others changed what the person did not touch", async () => {
  const sent: Record<string, unknown>[] = [];
  const theirs = { ...LAU, party: { ...LAU.party, mobile: "60000000" }, revision: 2 };
  answer({
    "PATCH /addresses/ad_1": ({ body }) => {
      sent.push(body);
      if (body.revision === 2) return { data: { ...theirs, revision: 3 } };
      const error_trace = [{ field: "party.mobile", pointer: "/party/mobile", message: "Somebody else." }];
      return Response.json({ error: { code: "409020", message: "Changed", error_trace } }, { status: 409 });
    },
    "GET /addresses/ad_1": () => ({ data: theirs }),
    "GET /addresses": () => page([]),
    "GET /addresses/labels": () => page([]),
  });
  router.push.mockReset();
  show(<AddressForm address={LAU} kind="recipient" />);
  const name = screen.getByRole("textbox", { name: /^Name/ });
  await userEvent.clear(name);
  await userEvent.type(name, "Lau Ka Ho");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(router.push).toHaveBeenCalledWith("/testing/addresses?kind=recipient"));
  expect(sent.map(({ revision }) => revision)).toEqual([1, 2]);
  expect(sent[1]?.party).toMatchObject({ name: "Lau Ka Ho", mobile: "60000000" });
});
