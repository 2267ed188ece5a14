import { hongKongDateTime } from "@/lib/calendar";
import type { Environment } from "@/lib/environment";
import type { Language } from "@/lib/i18n/languages";
import { notify } from "@/server/accounts";
import type { Tx } from "@/server/context";
import { type AtPoints, accountsAtPoints } from "@/server/orders";

/** How many orders a notice names. */
const NAMED_ORDERS = 10;

/** What a notice says: that points close, have closed, or stay open after an earlier notice. */
export type News = { kind: "close"; at: Date } | { kind: "closed" } | { kind: "stay" };

type Words = {
  subject: Record<News["kind"], (service: string) => string>;
  text: (news: News, service: string) => string;
  /** What the merchant has there. */
  what: (environment: Environment, orders: number, drafts: number) => string;
  order: (id: string, code: string) => string;
  more: string;
  todo: string;
  label: string;
};

const WORDS: Record<Language, Words> = {
  en: {
    subject: {
      close: (service) => `Pickup points of ${service} that your orders name will close`,
      closed: (service) => `Pickup points of ${service} that your orders name have closed`,
      stay: (service) => `Pickup points of ${service} stay open after all`,
    },
    text: (news, service) =>
      news.kind === "close"
        ? `On ${minute(news.at)} (Hong Kong time) ${service} closes pickup points that orders or drafts of yours name.`
        : news.kind === "closed"
          ? `${service} has closed pickup points that orders or drafts of yours name.`
          : `Earlier we told you that pickup points of ${service} would close. They do not close: your orders can stay as they are.`,
    what: (environment, orders, drafts) =>
      `${environment === "production" ? "Production" : "Testing"}: ${[
        ...(orders > 0 ? [orders === 1 ? "1 order" : `${orders} orders`] : []),
        ...(drafts > 0 ? [drafts === 1 ? "1 draft" : `${drafts} drafts`] : []),
      ].join(", ")}.`,
    order: (id, code) => `${id} (${code})`,
    more: "and others",
    todo: "Choose another point for drafts and for orders that are not confirmed. About a confirmed order, write to us on its page.",
    label: "Open the orders",
  },
  "zh-Hant": {
    subject: {
      close: (service) => `${service}：你的訂單所選的自取點即將關閉`,
      closed: (service) => `${service}：你的訂單所選的自取點已關閉`,
      stay: (service) => `${service}：自取點維持開放`,
    },
    text: (news, service) =>
      news.kind === "close"
        ? `${service} 將於 ${minute(news.at)}（香港時間）關閉部分自取點，你有訂單或草稿選用了這些自取點。`
        : news.kind === "closed"
          ? `${service} 已關閉部分自取點，你有訂單或草稿選用了這些自取點。`
          : `早前通知你 ${service} 的部分自取點將會關閉，現確定不會關閉，訂單毋須更改。`,
    what: (environment, orders, drafts) =>
      `${environment === "production" ? "正式環境" : "測試環境"}：${[
        ...(orders > 0 ? [`${orders} 張訂單`] : []),
        ...(drafts > 0 ? [`${drafts} 份草稿`] : []),
      ].join("、")}。`,
    order: (id, code) => `${id}（${code}）`,
    more: "及其他訂單",
    todo: "草稿及未確認付運的訂單請改選其他自取點；已確認的訂單請在訂單頁面向我們留言。",
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

function paragraphsOf(language: Language, news: News, service: string, places: readonly AtPoints[]): string[] {
  const words = WORDS[language];
  const lines = places.flatMap(({ environment, orders, drafts, some }) => {
    const ids = some.map(({ id, delivery_code }) => words.order(id, delivery_code));
    const all = orders > some.length ? [...ids, words.more] : ids;
    return [
      words.what(environment, orders, drafts),
      ...(all.length > 0 ? [all.join(language === "en" ? ", " : "、")] : []),
    ];
  });
  return [words.text(news, service), ...lines, ...(news.kind === "stay" ? [] : [words.todo])];
}

type Service = { code: string; name_en: string; name_zh: string };

async function tellOne(tx: Tx, accountId: string, service: Service, news: News, places: readonly AtPoints[]) {
  const [first] = places;
  await notify(tx, {
    accountId,
    environment: first?.environment ?? "production",
    kind: "points_closed",
    words: (language) => {
      const name = language === "en" ? service.name_en : service.name_zh;
      return {
        subject: WORDS[language].subject[news.kind](name),
        paragraphs: paragraphsOf(language, news, name, places),
        ...(first && { link: { label: WORDS[language].label, path: pathOf(first, service.code) } }),
      };
    },
  });
}

/**
 * Notifies each merchant whose orders or drafts name one of these points once, except those notified before, in the
 * transaction of the change (contract §29.5). Returns whom it notified.
 */
export async function tellOfClosing(
  tx: Tx,
  service: Service,
  codes: readonly string[],
  news: News,
  notified: readonly string[],
): Promise<string[]> {
  if (codes.length === 0) return [];
  const found = await accountsAtPoints(tx, service.code, codes, NAMED_ORDERS);
  const ids = [...new Set(found.map(({ account_id }) => account_id))].filter((id) => !notified.includes(id));
  for (const id of ids)
    await tellOne(
      tx,
      id,
      service,
      news,
      found.filter(({ account_id }) => account_id === id),
    );
  return ids;
}

/** Informs merchants who were notified of a closing that the points stay open. */
export async function tellOfStaying(tx: Tx, service: Service, notified: readonly string[]): Promise<void> {
  for (const id of notified) await tellOne(tx, id, service, { kind: "stay" }, []);
}
