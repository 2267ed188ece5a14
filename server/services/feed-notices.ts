import { hongKongDateTime } from "@/lib/calendar";
import type { Environment } from "@/lib/environment";
import type { Language } from "@/lib/i18n/languages";
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

type Words = {
  subject: Record<"planned" | "done", Record<What, (service: string) => string>> & {
    off: (service: string) => string;
  };
  text: (when: When, service: string) => string;
  fates: Record<
    "planned" | "done",
    Record<"closes" | "suspended", (codes: string) => string> & {
      moves: (code: string, address: string) => string;
    }
  >;
  /** What the merchant has there. */
  what: (environment: Environment, orders: number, drafts: number) => string;
  order: (id: string, code: string) => string;
  comma: string;
  more: string;
  /** For points to which no parcel goes, and for those that move. */
  todo: string;
  moved: string;
  label: string;
};

const WORDS: Record<Language, Words> = {
  en: {
    subject: {
      planned: {
        closes: (service) => `Pickup points of ${service} that your orders name will close`,
        suspended: (service) => `Pickup points of ${service} that your orders name will be suspended`,
        moves: (service) => `Pickup points of ${service} that your orders name will move`,
        changes: (service) => `Pickup points of ${service} that your orders name will change`,
      },
      done: {
        closes: (service) => `Pickup points of ${service} that your orders name have closed`,
        suspended: (service) => `Pickup points of ${service} that your orders name are suspended`,
        moves: (service) => `Pickup points of ${service} that your orders name have moved`,
        changes: (service) => `Pickup points of ${service} that your orders name have changed`,
      },
      off: (service) => `Pickup points of ${service} stay as they are after all`,
    },
    text: (when, service) =>
      when.kind === "planned"
        ? `On ${minute(when.at)} (Hong Kong time) ${service} changes pickup points that orders or drafts of yours name.`
        : when.kind === "done"
          ? `${service} has changed pickup points that orders or drafts of yours name.`
          : `Earlier we told you that pickup points of ${service} would close or change. They do not: your orders can stay as they are.`,
    fates: {
      planned: {
        closes: (codes) => `Closing for good: ${codes}.`,
        suspended: (codes) => `Taking no parcels until further notice: ${codes}.`,
        moves: (code, address) => `${code} moves to: ${address}.`,
      },
      done: {
        closes: (codes) => `Closed for good: ${codes}.`,
        suspended: (codes) => `Taking no parcels until further notice: ${codes}.`,
        moves: (code, address) => `${code} has moved to: ${address}.`,
      },
    },
    what: (environment, orders, drafts) =>
      `${environment === "production" ? "Production" : "Testing"}: ${[
        ...(orders > 0 ? [orders === 1 ? "1 order" : `${orders} orders`] : []),
        ...(drafts > 0 ? [drafts === 1 ? "1 draft" : `${drafts} drafts`] : []),
      ].join(", ")}.`,
    order: (id, code) => `${id} (${code})`,
    comma: ", ",
    more: "and others",
    todo: "Choose another point for drafts and for orders that are not confirmed. About a confirmed order, write to us on its page.",
    moved:
      "Parcels to a point that moves go to its new address by its code, though their labels show the old one: tell the recipient where it is.",
    label: "Open the orders",
  },
  "zh-Hant": {
    subject: {
      planned: {
        closes: (service) => `${service}：你的訂單所選的自取點即將關閉`,
        suspended: (service) => `${service}：你的訂單所選的自取點即將暫停服務`,
        moves: (service) => `${service}：你的訂單所選的自取點即將遷移`,
        changes: (service) => `${service}：你的訂單所選的自取點即將變更`,
      },
      done: {
        closes: (service) => `${service}：你的訂單所選的自取點已關閉`,
        suspended: (service) => `${service}：你的訂單所選的自取點已暫停服務`,
        moves: (service) => `${service}：你的訂單所選的自取點已遷移`,
        changes: (service) => `${service}：你的訂單所選的自取點已變更`,
      },
      off: (service) => `${service}：自取點維持不變`,
    },
    text: (when, service) =>
      when.kind === "planned"
        ? `${service} 將於 ${minute(when.at)}（香港時間）更改部分自取點，你有訂單或草稿選用了這些自取點。`
        : when.kind === "done"
          ? `${service} 已更改部分自取點，你有訂單或草稿選用了這些自取點。`
          : `早前通知你 ${service} 的部分自取點將會關閉或變更，現確定維持不變，訂單毋須更改。`,
    fates: {
      planned: {
        closes: (codes) => `將永久關閉：${codes}。`,
        suspended: (codes) => `將暫停服務，直至另行通知：${codes}。`,
        moves: (code, address) => `${code} 將遷往：${address}。`,
      },
      done: {
        closes: (codes) => `已永久關閉：${codes}。`,
        suspended: (codes) => `已暫停服務，直至另行通知：${codes}。`,
        moves: (code, address) => `${code} 已遷往：${address}。`,
      },
    },
    what: (environment, orders, drafts) =>
      `${environment === "production" ? "正式環境" : "測試環境"}：${[
        ...(orders > 0 ? [`${orders} 張訂單`] : []),
        ...(drafts > 0 ? [`${drafts} 份草稿`] : []),
      ].join("、")}。`,
    order: (id, code) => `${id}（${code}）`,
    comma: "、",
    more: "及其他訂單",
    todo: "草稿及未確認付運的訂單請改選其他自取點；已確認的訂單請在訂單頁面向我們留言。",
    moved: "自取點遷移後，包裹會按自取點編號送到新地址，但標籤上仍是舊地址：請通知收件人新地址。",
    label: "打開訂單",
  },
};

const minute = (at: Date) => hongKongDateTime(at).slice(0, 16);

function pathOf({ environment, orders, some }: AtPoints, provider: string): string {
  const [only] = some;
  if (orders === 0) return `/${environment}/orders?status=DRAFT`;
  if (orders === 1 && only) return `/${environment}/orders/${only.id}`;
  return `/${environment}/orders?status=PENDING_CONFIRM,READY_TO_SHIP&shipping_provider=${provider}`;
}

/** What the points of these places do, in words. */
function fatesIn(language: Language, when: When, { fates, points }: Changes, codes: readonly string[]): string[] {
  const { comma, ...all } = WORDS[language];
  const words = all.fates[when.kind === "planned" ? "planned" : "done"];
  const those = (fate: Fate) => codes.filter((code) => fates.get(code) === fate);
  const lines = (["closes", "suspended"] as const).flatMap((fate) => {
    const own = those(fate);
    return own.length > 0 ? [words[fate](own.join(comma))] : [];
  });
  const moves = those("moves").flatMap((code) => {
    const point = points.find(({ delivery_code }) => delivery_code === code);
    return point ? [words.moves(code, language === "en" ? point.address_en : point.address_zh)] : [];
  });
  return [...lines, ...moves];
}

function paragraphsOf(language: Language, when: When, service: string, changes: Changes, places: readonly AtPoints[]) {
  const words = WORDS[language];
  const codes = codesOf(places);
  const lines = places.flatMap(({ environment, orders, drafts, some }) => {
    const ids = some.map(({ id, delivery_code }) => words.order(id, delivery_code));
    const all = orders > some.length ? [...ids, words.more] : ids;
    return [words.what(environment, orders, drafts), ...(all.length > 0 ? [all.join(words.comma)] : [])];
  });
  const moves = codes.filter((code) => changes.fates.get(code) === "moves").length;
  return [
    words.text(when, service),
    ...fatesIn(language, when, changes, codes),
    ...lines,
    ...(codes.length > moves ? [words.todo] : []),
    ...(moves > 0 ? [words.moved] : []),
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
    words: (language) => {
      const { subject, label } = WORDS[language];
      const name = language === "en" ? service.name_en : service.name_zh;
      return {
        subject: when.kind === "off" ? subject.off(name) : subject[when.kind][whatOf(changes, places)](name),
        paragraphs: paragraphsOf(language, when, name, changes, places),
        ...(first && { link: { label, path: pathOf(first, service.code) } }),
      };
    },
  });
}

/**
 * Notifies each merchant whose orders or drafts name a point that changes once, except those notified before, in the
 * transaction of the change; `at`: when it will be, null: it is (contract §29.5). Returns whom it notified.
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
