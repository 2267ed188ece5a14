import { IntlMessageFormat } from "intl-messageformat";
import { HTML_LANG } from "../language";
import type { Language } from "../languages";
import en from "./en.json";
import zhHant from "./zh-Hant.json";

/** The messages of mails, which no page gets: they are parsed when a mail is written. */
const MAILS: Record<Language, typeof en> = { en, "zh-Hant": zhHant };

type Values = Readonly<Record<string, string | number | boolean>>;
type Keys<Part> = {
  [Key in keyof Part & string]: Part[Key] extends string ? Key : `${Key}.${Keys<Part[Key]>}`;
}[keyof Part & string];
/** A mail of the catalogue that says only what its entry has. */
export type PlainMail = {
  [Name in keyof typeof en]: (typeof en)[Name] extends { text: string[] } ? Name : never;
}[keyof typeof en];

function formatMessage(message: string, language: Language, values: Values): string {
  const texts = Object.entries(values).map(([name, value]) => [name, typeof value === "boolean" ? `${value}` : value]);
  const format = new IntlMessageFormat(message, HTML_LANG[language], undefined, { ignoreTag: true });
  return String(format.format(Object.fromEntries(texts)));
}

/** Gives the messages of a mail in a language, by their keys in its entry of the catalogue. */
export function mailTranslator<Name extends keyof typeof en>(language: Language, name: Name) {
  return (key: Keys<(typeof en)[Name]>, values: Values = {}): string => {
    const message = key
      .split(".")
      .reduce<unknown>((part, step) => (part as Record<string, unknown>)[step], MAILS[language][name]);
    return formatMessage(message as string, language, values);
  };
}

/** The messages of a mail: its subject, its paragraphs, and the label of its link if it has one. */
export function plainMail(
  language: Language,
  name: PlainMail,
  values: Values = {},
): { subject: string; paragraphs: string[]; label: string } {
  const mail = MAILS[language][name];
  const say = (message: string) => formatMessage(message, language, values);
  return { subject: say(mail.subject), paragraphs: mail.text.map(say), label: "link" in mail ? mail.link : "" };
}
