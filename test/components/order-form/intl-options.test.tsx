import { act, screen } from "@testing-library/react";
import type { ComponentProps } from "react";
import { expect, it } from "vitest";
import { ServiceFields } from "@/app/(dashboard)/[environment]/orders/form/service-section";
import { DeclarationEditor } from "@/components/order-form/declaration-editor";
import { renderInForm } from "../form-frame";

type Props = ComponentProps<typeof ServiceFields>;

const FIELDS = (
  <ServiceFields
    shipType="intl"
    collector={null}
    quotes={{ isRead: false, quote: null, missing: [] } as unknown as Props["quotes"]}
    agreed={{ isGone: false, rise: null } as unknown as Props["agreed"]}
    onAccept={() => undefined}
    providerNames={{}}
    suspended={[]}
  />
);
const ioss = () => screen.queryByRole("textbox", { name: "IOSS number" });

it("shows the IOSS number open to the European Union up to EUR 150, else folded away", () => {
  const { form } = renderInForm(FIELDS, { shipType: "intl", values: { recipient: { country: "JP" } } });
  expect(ioss()).not.toBeInTheDocument();
  expect(screen.getByText("IOSS and courier account")).toBeVisible();
  act(() => form.setValue("recipient.country", "DE"));
  expect(ioss()).toBeVisible();
  expect(screen.getByText("Courier account")).toBeVisible();
  const parcel = "shipment_detail.parcel_list.0";
  act(() => form.setValue("shipment_detail.currency", "EUR"));
  act(() => form.setValue(`${parcel}.declaration_list.0`, { qty: "2", single_price: "75.01" }));
  expect(ioss()).not.toBeInTheDocument();
});

it("warns at the choice of the battery", () => {
  const parcel = "shipment_detail.parcel_list.0";
  const { warnings } = renderInForm(<DeclarationEditor parcel={parcel} />, { shipType: "intl" });
  act(() => warnings.replace([[`${parcel}.declaration_list.0.battery`, "Batteries on their own cannot be sent."]]));
  expect(screen.getByRole("combobox", { name: "Battery" })).toHaveAccessibleDescription(/on their own/);
});
