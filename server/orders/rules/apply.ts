/** Owns what rules make of a new order: what they fill in, add and hold (contract §40.2, §40.3). */
import { countryCode } from "@/lib/addresses/country";
import { type OrderInput, orderInput } from "@/lib/contracts/order";
import type { OrderSource } from "@/lib/contracts/order-filters";
import { splitDeliveryCode } from "@/lib/contracts/order-parts";
import type { Did, RuleSet } from "@/lib/contracts/shipping-rule";
import { plain } from "@/lib/decimal";
import { isObject, type Loose, list, object, string } from "@/lib/loose";
import { SIDES } from "@/lib/orders/box-sides";
import { TAGS_MAX } from "@/lib/orders/tags";
import { districtIn } from "@/server/address-parser";
import { type Catalogue, catalogue, consignmentOfOrder, inHongKongDollars } from "@/server/carriers";
import type { AccountContext } from "@/server/context";
import { chosenService } from "./choose";
import type { CompiledRule, Facts } from "./compile";
import { rulesFor } from "./store";

type Options = NonNullable<RuleSet["options"]>;

/** What the rules that hold say of an order. */
export type Effect = {
  /** The rules that hold, in their order. */
  rules: readonly CompiledRule[];
  provider: Pick<RuleSet, "shipping_provider" | "choose"> | null;
  parcel: NonNullable<RuleSet["parcel"]> | null;
  options: Options;
  tags: readonly string[];
  holds: readonly string[];
};

/** What is asked of an order whose body may not be judged yet: what is of the wrong kind counts as not given. */
export function factsOf(body: Loose, source: OrderSource, carriers: Catalogue): Facts {
  const recipient = object(body.recipient);
  const detail = object(body.shipment_detail);
  const isIntl = body.ship_type === "intl";
  const parcels = list(detail.parcel_list);
  const items = parcels.flatMap((parcel) => list(isIntl ? parcel.declaration_list : parcel.parcel_items));
  const texts = (...names: string[]) =>
    items.flatMap((item) => names.flatMap((name) => (string(item[name]) ? [folded(String(item[name]))] : [])));
  const sum = (values: readonly number[]) => Math.round(values.reduce((all, each) => all + each, 0) * 1e6) / 1e6;
  const worth = () =>
    sum(items.map((item) => Number(item.qty ?? 1) * Number(item[isIntl ? "single_price" : "single_value"] ?? 0)));
  return {
    country: isIntl ? (countryCode(String(recipient.country ?? "")) ?? "") : "HK",
    district: once(() => {
      if (isIntl) return null;
      const { address, deliveryCode } = splitDeliveryCode(String(recipient.address ?? ""));
      const points = deliveryCode === null ? [] : [...carriers.pickupPoints.values()];
      const point = points.map((own) => own.get(deliveryCode ?? "")).find((each) => each !== undefined);
      return point?.districtEn ?? districtIn(address);
    }),
    weight_kg: sum(parcels.map(({ act_weight }) => Number(act_weight))),
    value: once(() => (isIntl ? inHongKongDollars(carriers, worth(), string(detail.currency) ?? "HKD") : worth())),
    items: texts("name", "description"),
    skus: texts("sku"),
    reference: string(body.reference) ?? null,
    source,
    cod: body.cod === "Y" ? Number(body.cod_amount) : null,
  };
}

/** Worked out when it is first asked for, however many rules ask. */
function once<T>(work: () => T): () => T {
  let found: { is: T } | undefined;
  return () => {
    found ??= { is: work() };
    return found.is;
  };
}

const folded = (text: string) => text.normalize("NFKC").toLowerCase().trim();

/** Whether a service takes orders of a kind. */
export const isOfKind =
  (carriers: Catalogue, shipType: unknown) =>
  (code: string): boolean =>
    carriers.providers.get(code)?.shipType === shipType;

/**
 * What rules say of an order: the first that sets a field wins, tags and holds add up. `takes`: whether a service takes
 * orders of this kind; a rule that names another one says nothing of it.
 */
export function effectOf(rules: readonly CompiledRule[], facts: Facts, takes: (code: string) => boolean): Effect {
  const holding = rules.filter(({ holds }) => holds(facts));
  const first = <T>(of: (set: RuleSet) => T | undefined): T | null => {
    for (const { set } of holding) {
      const found = of(set);
      if (found !== undefined) return found;
    }
    return null;
  };
  const tags = new Set(holding.flatMap(({ set }) => set.tag ?? []));
  return {
    rules: holding,
    provider: first(({ shipping_provider, choose }) =>
      choose || (shipping_provider && takes(shipping_provider)) ? { shipping_provider, choose } : undefined,
    ),
    parcel: first(({ parcel }) => parcel),
    options: Object.assign({}, ...holding.map(({ set }) => set.options ?? {}).reverse()),
    tags: [...tags].slice(0, TAGS_MAX),
    holds: [...new Set(holding.flatMap(({ set }) => set.hold ?? []))],
  };
}

/** The options that orders of each kind have. */
export const OPTIONS_OF = {
  local: ["delivery_proof"],
  intl: ["tax_party", "ioss_number", "courier_account_number", "recipient_signature"],
} as const;

/** The sides of a box in words; null: it has none. */
export function sidesOf({
  length,
  width,
  height,
}: {
  length?: string | null;
  width?: string | null;
  height?: string | null;
}): string | null {
  return length && width && height ? [length, width, height].map((side) => plain(side)).join(" × ") : null;
}
const isBlank = (value: unknown) => value === undefined || value === null || value === "";

/**
 * A body with what rules say of fields that it leaves blank and may leave so; the same one where there are none. A quote
 * is of the measures that were sent for it: an order with one keeps them.
 */
function filled(body: Loose, { parcel, options }: Effect): Loose {
  let now = body;
  const detail = object(body.shipment_detail);
  const parcels = detail.parcel_list;
  if (parcel && Array.isArray(parcels) && isBlank(body.quote_id)) {
    const isBare = (each: unknown) => isObject(each) && SIDES.every((side) => isBlank(each[side]));
    if (parcels.some(isBare)) {
      const boxed = parcels.map((each: unknown) => (isBare(each) ? { ...object(each), ...parcel } : each));
      now = { ...now, shipment_detail: { ...detail, parcel_list: boxed } };
    }
  }
  if (body.ship_type === "local") {
    if (options.delivery_proof && isBlank(body.delivery_proof))
      now = { ...now, delivery_proof: options.delivery_proof };
    return now;
  }
  // What is no object is refused as it was sent.
  if (!isBlank(body.shipment_options) && !isObject(body.shipment_options)) return now;
  const own = object(body.shipment_options);
  const said = OPTIONS_OF.intl
    .filter((name) => options[name] && isBlank(own[name]))
    .map((name) => [name, options[name]]);
  return said.length ? { ...now, shipment_options: { ...own, ...Object.fromEntries(said) } } : now;
}

/** Which of an order's fields are as an effect says. */
type Taken = { provider: boolean; parcel: boolean; options: readonly string[]; holds: boolean };

/** What each rule of an effect did. */
export function creditOf({ rules, provider, parcel, options, tags }: Effect, takes: Taken): Map<CompiledRule, RuleSet> {
  const left = {
    provider: takes.provider ? provider : null,
    parcel: takes.parcel ? parcel : null,
    options: new Set(takes.options),
    tags: new Set(tags),
  };
  const credit = new Map<CompiledRule, RuleSet>();
  for (const rule of rules) {
    const { set } = rule;
    const did: RuleSet = {};
    if (
      left.provider &&
      set.shipping_provider === left.provider.shipping_provider &&
      set.choose === left.provider.choose
    ) {
      Object.assign(did, set.shipping_provider ? { shipping_provider: set.shipping_provider } : { choose: set.choose });
      left.provider = null;
    }
    if (left.parcel && set.parcel) {
      did.parcel = left.parcel;
      left.parcel = null;
    }
    const own = Object.entries(set.options ?? {}).filter(
      ([option, value]) => left.options.delete(option) && value === options[option as keyof Options],
    );
    if (own.length) did.options = Object.fromEntries(own);
    if (set.tag && left.tags.delete(set.tag)) did.tag = set.tag;
    if (set.hold && takes.holds) did.hold = set.hold;
    if (Object.keys(did).length) credit.set(rule, did);
  }
  return credit;
}

const didOf = (effect: Effect, takes: Taken): Did[] =>
  [...creditOf(effect, takes)].map(([{ id, name }, set]) => ({ rule_id: id, name, set }));

/** What rules did to an order that is made: its tags, and which rule did what. */
export type Ruled = { tags: readonly string[]; did: readonly Did[] };
export const UNRULED: Ruled = { tags: [], did: [] };

/** A body of the API with what the account's rules say of blank fields that may be left blank (contract §40.2). */
export async function filledByRules(ctx: AccountContext, body: unknown, source: OrderSource): Promise<unknown> {
  const rules = await rulesFor(ctx);
  if (rules.length === 0 || !isObject(body)) return body;
  const carriers = await catalogue(ctx);
  return filled(body, effectOf(rules, factsOf(body, source, carriers), isOfKind(carriers, body.ship_type)));
}

/** What rules did to an order of the API, all of whose fields are known: only what it has as they say. */
export async function ruledBy(
  ctx: AccountContext,
  carriers: Catalogue,
  input: OrderInput,
  source: OrderSource,
): Promise<Ruled> {
  const rules = await rulesFor(ctx);
  if (rules.length === 0) return UNRULED;
  const body = input as unknown as Loose;
  const effect = effectOf(rules, factsOf(body, source, carriers), isOfKind(carriers, input.ship_type));
  const { parcel, options, tags } = effect;
  const own = input.ship_type === "intl" ? object(body.shipment_options) : body;
  const isBoxed = input.shipment_detail.parcel_list.some(
    (each) => parcel && SIDES.every((side) => each[side] === parcel[side]),
  );
  const did = didOf(effect, {
    ...{ provider: false, holds: false, parcel: isBoxed },
    options: OPTIONS_OF[input.ship_type].filter((name) => options[name] !== undefined && own[name] === options[name]),
  });
  return { tags, did };
}

/** What rules make of an order that comes from outside: whatever it leaves blank is theirs before it is the defaults'. */
export type RuledImport = {
  body: Loose;
  /** The service that they name or choose; null: none, or the order names its own. */
  provider: string | null;
  ruled: Ruled;
  /** Why it is only saved. */
  holds: readonly string[];
};

/** The service that a rule's choice comes to, for an order that is right but for its service. */
function serviceOf(body: Loose, provider: Effect["provider"], carriers: Catalogue): string | null {
  if (!provider?.choose) return provider?.shipping_provider ?? null;
  const { data } = orderInput.safeParse({ ...body, shipping_provider: "-" });
  return data ? chosenService(carriers, consignmentOfOrder(data), provider.choose) : null;
}

/**
 * What the account's rules make of orders of a source (contract §40.3). `has`: what the order has of its own; what else is
 * in its body are defaults.
 */
export async function ruling(
  ctx: AccountContext,
  carriers: Catalogue,
  source: OrderSource,
): Promise<(body: Loose, has: { provider: unknown; isBoxed: boolean }) => RuledImport> {
  const rules = await rulesFor(ctx);
  if (rules.length === 0) return (body) => ({ body, provider: null, ruled: UNRULED, holds: [] });
  return (given, { provider: own, isBoxed }) => {
    const effect = effectOf(rules, factsOf(given, source, carriers), isOfKind(carriers, given.ship_type));
    const { parcel, options, tags, holds } = effect;
    const detail = object(given.shipment_detail);
    const boxed = list(detail.parcel_list).map((each) => (parcel && !isBoxed ? { ...each, ...parcel } : each));
    const names = given.ship_type === "intl" ? OPTIONS_OF.intl : OPTIONS_OF.local;
    const said = Object.fromEntries(names.flatMap((name) => (options[name] ? [[name, options[name]]] : [])));
    const asOptions =
      given.ship_type === "intl" ? { shipment_options: { ...object(given.shipment_options), ...said } } : said;
    const body = {
      ...given,
      shipment_detail: { ...detail, parcel_list: boxed },
      ...(Object.keys(said).length > 0 && asOptions),
    };
    const takes = { provider: own === undefined, parcel: !isBoxed, options: Object.keys(said), holds: true };
    return {
      ...{ body, holds, ruled: { tags, did: didOf(effect, takes) } },
      provider: own === undefined ? serviceOf(body, effect.provider, carriers) : null,
    };
  };
}
