import type { Language } from "../i18n/validation";
import type { OrderStatus } from "./status";

type Facts = { shop: string; url: string };
type Messages = { subject: (facts: Facts) => string } & Record<
  "waiting" | "underway" | "today" | "stuck" | "delivered",
  string
>;

const MESSAGES: Record<Language, Messages> = {
  en: {
    subject: ({ shop }) => `Your parcel from ${shop}`,
    waiting: "is packed and will be collected soon",
    underway: "is on its way",
    today: "is out for delivery",
    stuck: "could not be delivered yet",
    delivered: "was delivered",
  },
  "zh-Hant": {
    subject: ({ shop }) => `${shop}寄給你的包裹`,
    waiting: "已包裝好，即將由派遞員收取",
    underway: "正在運送途中",
    today: "正在派送",
    stuck: "暫時未能派送",
    delivered: "已經送達",
  },
};

const STATES = {
  READY_TO_SHIP: "waiting",
  PICKED_UP: "underway",
  IN_TRANSIT: "underway",
  OUT_FOR_DELIVERY: "today",
  EXCEPTION: "stuck",
  FAILED_DELIVERY: "stuck",
  DELIVERED: "delivered",
} as const satisfies Partial<Record<OrderStatus, keyof Messages>>;

/** Whether there is something to tell the recipient of an order in this state. */
export function hasRecipientMessage(status: OrderStatus): boolean {
  return status in STATES;
}

/** The language of a person's name: Chinese characters are read by people who write them. */
function languageOf(name: string): Language {
  return /\p{Script=Han}/u.test(name) ? "zh-Hant" : "en";
}

/**
 * What a merchant sends to the person who waits for a parcel, in that person's language, with the page that follows it.
 * Null: the parcel is not on its way at all.
 */
export function recipientMessage(
  name: string,
  status: OrderStatus,
  facts: Facts,
): { subject: string; text: string } | null {
  const state = STATES[status as keyof typeof STATES];
  if (!state) return null;
  const language = languageOf(name);
  const { subject, [state]: how } = MESSAGES[language];
  const about = subject(facts);
  const text =
    language === "en"
      ? `Hello ${name}, ${about.charAt(0).toLowerCase()}${about.slice(1)} ${how}: ${facts.url}`
      : `${name}你好，${about}${how}：${facts.url}`;
  return { subject: about, text };
}
