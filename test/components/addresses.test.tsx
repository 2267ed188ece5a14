import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useForm } from "react-hook-form";
import { expect, it, vi } from "vitest";
import { AddressForm } from "@/app/(dashboard)/[environment]/addresses/address-form";
import { RecipientFields } from "@/app/(dashboard)/[environment]/orders/form/recipient-section";
import { FormChecks, WarningStore } from "@/components/forms/form-checks";
import type { Address } from "@/lib/contracts/address";
import { emptyOrder } from "@/lib/orders/form-values";
import { answer, page, router, show } from "./products-frame";

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
