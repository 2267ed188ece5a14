import { hongKongDateTime } from "@/lib/calendar";
import type { Language } from "@/lib/i18n/languages";
import { mailTranslator } from "@/lib/i18n/mails";
import { notify } from "@/server/accounts";
import type { PointRow } from "@/server/carriers";
import type { Tx } from "@/server/db/transaction";
import { type AtPoints, accountsAtPoints } from "@/server/orders";
import type { Fate } from "./feed-difference";

/** How many orders a notice names. */
const NAMED_ORDERS = 10;

/** What a notice says: that points change at a time, have changed, or stay as they are after an earlier notice. */
type When = { kind: "planned"; at: Date } | { kind: "done" } | { kind: "off" };
/** The points that change: what becomes of each, and where those are that move. */
export type Changes = {
  fates: ReadonlyMap<string, Fate>;
  points: readonly Pick<PointRow, "delivery_code" | "address_en" | "address_zh">[];
};
/** What a merchant's points do, all of them the same or not. */
type What = Fate | "changes";

const minute = (at: Date) => hongKongDateTime(at).slice(0, 16);

function pathOf({ environment, orders, some }: AtPoints, provider: string): string {
  const [only] = some;
  if (orders === 0) return `/${environment}/orders?status=DRAFT`;
  if (orders === 1 && only) return `/${environment}/orders/${only.id}`;
  return `/${environment}/orders?status=PENDING_CONFIRM,READY_TO_SHIP&shipping_provider=${provider}`;
}

type Say = ReturnType<typeof mailTranslator<"points">>;

/** What the points of these places do, in words. */
function fatesIn(
  t: Say,
  language: Language,
  when: When,
  { fates, points }: Changes,
  codes: readonly string[],
): string[] {
  const those = (fate: Fate) => codes.filter((code) => fates.get(code) === fate);
  const lines = (["closes", "suspended"] as const).flatMap((fate) => {
    const own = those(fate);
    return own.length > 0 ? [t(fate, { when: when.kind, codes: own.join(t("comma")) })] : [];
  });
  const moves = those("moves").flatMap((code) => {
    const point = points.find(({ delivery_code }) => delivery_code === code);
    if (!point) return [];
    const address = language === "en" ? point.address_en : point.address_zh;
    return [t("moves", { when: when.kind, code, address })];
  });
  return [...lines, ...moves];
}

function paragraphsOf(
  t: Say,
  language: Language,
  when: When,
  service: string,
  changes: Changes,
  places: readonly AtPoints[],
): string[] {
  const codes = codesOf(places);
  const lines = places.flatMap(({ environment, orders, drafts, some }) => {
    const ids = some.map(({ id, delivery_code: code }) => t("order", { id, code }));
    const all = orders > some.length ? [...ids, t("more")] : ids;
    return [
      t("there", { environment, orders, drafts, both: orders > 0 && drafts > 0 }),
      ...(all.length > 0 ? [all.join(t("comma"))] : []),
    ];
  });
  const moves = codes.filter((code) => changes.fates.get(code) === "moves").length;
  return [
    t(`text.${when.kind}`, { service, time: when.kind === "planned" ? minute(when.at) : "" }),
    ...fatesIn(t, language, when, changes, codes),
    ...lines,
    ...(codes.length > moves ? [t("todo")] : []),
    ...(moves > 0 ? [t("moved")] : []),
  ];
}

const codesOf = (places: readonly AtPoints[]) => [...new Set(places.flatMap(({ codes }) => codes))];

function whatOf(changes: Changes, places: readonly AtPoints[]): What {
  const [fate, ...others] = new Set(codesOf(places).map((code) => changes.fates.get(code)));
  return fate && others.length === 0 ? fate : "changes";
}

type Service = { code: string; name_en: string; name_zh: string };
const NO_CHANGES: Changes = { fates: new Map(), points: [] };

async function tellOne(
  tx: Tx,
  accountId: string,
  service: Service,
  when: When,
  changes: Changes,
  places: readonly AtPoints[],
) {
  const [first] = places;
  await notify(tx, {
    accountId,
    environment: first?.environment ?? "production",
    kind: "points_closed",
    path: first && pathOf(first, service.code),
    text: (language) => {
      const t = mailTranslator(language, "points");
      const name = language === "en" ? service.name_en : service.name_zh;
      return {
        subject: t(`subject.${when.kind}`, { service: name, what: whatOf(changes, places) }),
        paragraphs: paragraphsOf(t, language, when, name, changes, places),
        label: t("link"),
      };
    },
  });
}

/**
 * Notifies each merchant whose orders or drafts name a point that changes once, except those notified before, in the
 * transaction of the change; `at`: when it will be, null: it is (contract §29.5). Returns the accounts that it notified.
 */
export async function tellOfChanges(
  tx: Tx,
  service: Service,
  changes: Changes,
  at: Date | null,
  notified: readonly string[],
): Promise<string[]> {
  if (changes.fates.size === 0) return [];
  const found = await accountsAtPoints(tx, service.code, [...changes.fates.keys()], NAMED_ORDERS);
  const ids = [...new Set(found.map(({ account_id }) => account_id))].filter((id) => !notified.includes(id));
  const when: When = at ? { kind: "planned", at } : { kind: "done" };
  for (const id of ids) {
    const own = found.filter(({ account_id }) => account_id === id);
    await tellOne(tx, id, service, when, changes, own);
  }
  return ids;
}

/** Informs merchants who were notified of a change that it does not come. */
export async function tellOfStaying(tx: Tx, service: Service, notified: readonly string[]): Promise<void> {
  for (const id of notified) await tellOne(tx, id, service, { kind: "off" }, NO_CHANGES, []);
}
