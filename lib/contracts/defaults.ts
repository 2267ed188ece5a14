import { z } from "zod";
import { object } from "@/lib/loose";
import { orderBegun } from "@/lib/orders/form-values";
import { choice, code, revision, sinceRevision } from "./common";
import { defineContract } from "./contract";
import { PAPERS } from "./document";
import { defaultsExample } from "./examples";
import { also } from "./judge";
import { SHIP_TYPES } from "./order";
import { intlParty, intlShipment, localParty, localShipment, pickupArrange, shipmentOptions } from "./order-parts";
import { orderProblems } from "./order-rules";

const intl = intlShipment.shape;
const local = localShipment.shape;

const MEASURES = { act_weight: true, length: true, width: true, height: true } as const;
const provider = code(64).optional().describe("Code of the service, from `GET /providers`");

// Every member is optional, and so is every field of a sender and a parcel: what is missing is filled in with the order.
const localDefaults = z.object({
  sender: localParty.partial().optional().describe("The sender, who also gets returns"),
  shipping_provider: provider,
  package_type: local.package_type.optional(),
  consignment_declaration: local.consignment_declaration
    .optional()
    .meta({ description: "What the shipment contains; if it is left out, the name of the first item" }),
  parcel: local.parcel_list.element
    .pick(MEASURES)
    .partial()
    .optional()
    .describe("Weight and size that the first parcel begins with"),
  pickup_arrange: pickupArrange
    .omit({ pickup_date: true })
    .optional()
    .meta({ description: "The hours of a collection, on the first day on which the provider collects" }),
});

const intlDefaults = z.object({
  sender: intlParty.partial().optional().describe("The sender, who also gets returns"),
  shipping_provider: provider,
  package_type: intl.package_type.optional(),
  reason_of_export: intl.reason_of_export,
  currency: intl.currency,
  tax_party: shipmentOptions.shape.tax_party,
  parcel: intl.parcel_list.element
    .pick(MEASURES)
    .partial()
    .optional()
    .describe("Weight and size that the first parcel begins with"),
});

const defaults = z.object({
  local: localDefaults,
  intl: intlDefaults,
  paper: choice(PAPERS).nullable().meta({ description: "Paper of labels on devices that have chosen none" }),
});
export type Defaults = z.output<typeof defaults>;
const revised = defaults.extend({ revision: revision.meta({ description: "0: none were ever saved" }) });
export type RevisedDefaults = z.output<typeof revised>;

/** A day on which a window of hours is judged that has none: the rules of the hours are the same on each. */
export const ANY_DAY = "9999-12-31";

/** The rules of orders, as far as defaults have their fields (contract §21.1). */
const rules = also((body) =>
  SHIP_TYPES.flatMap((shipType) => {
    const order = orderBegun(shipType, object(body[shipType]));
    const window = order.pickup_arrange === undefined ? {} : { pickup_date: ANY_DAY, ...object(order.pickup_arrange) };
    return orderProblems({ ...order, pickup_arrange: window }, ANY_DAY).map((problem) => ({
      ...problem,
      path: [shipType, ...problem.path],
    }));
  }),
);

const base = { audience: "public", tag: "Defaults" } as const;

export const readDefaults = defineContract("readDefaults", {
  ...base,
  summary: "Read what new orders begin with",
  response: revised,
});

export const saveDefaults = defineContract("saveDefaults", {
  ...base,
  summary: "Replace what new orders begin with, whole",
  description:
    "They fill in the dashboard's forms and imported orders, in both environments. `POST /order/create` does not read them: its required fields stay required.",
  serverRules: true,
  body: z.object({
    local: localDefaults.optional().describe("What local orders begin with"),
    intl: intlDefaults.optional().describe("What international orders begin with"),
    paper: choice(PAPERS).optional().meta({ description: "Paper of labels on devices that have chosen none" }),
    revision: sinceRevision,
  }),
  rules,
  response: revised,
  errors: ["SERVICE_NOT_AVAILABLE", "CHANGED_MEANWHILE"],
  example: defaultsExample,
});
