import { readFileSync } from "node:fs";
import { join } from "node:path";
import { IntlMessageFormat } from "intl-messageformat";
import { expect, it } from "vitest";
import { LANGUAGES } from "@/lib/i18n/languages";
import { mailTranslator, plainMail } from "@/lib/i18n/mails";

function messages(part: unknown): string[] {
  return typeof part === "string" ? [part] : Object.values(part as object).flatMap(messages);
}

it("has only messages that can be read, in both languages", () => {
  const folder = join(import.meta.dirname, "../../lib/i18n/mails");
  for (const language of LANGUAGES) {
    const all = messages(JSON.parse(readFileSync(join(folder, `${language}.json`), "utf8")));
    expect(all.length).toBeGreaterThan(100);
    for (const message of all) expect(() => new IntlMessageFormat(message, language), message).not.toThrow();
  }
});

it("counts in words, and keeps what people typed as it is", () => {
  const there = { environment: "testing", orders: 1, drafts: 2, both: true };
  expect(mailTranslator("en", "points")("there", there)).toBe("Testing: 1 order, 2 drafts.");
  expect(mailTranslator("zh-Hant", "points")("there", { ...there, drafts: 0, both: false })).toBe(
    "測試環境：1 張訂單。",
  );
  const invited = plainMail("en", "invited", { account: "<b>{Tea}</b> & Co", inviter: "O'Neill" });
  expect(invited.subject).toBe("O'Neill invites you to <b>{Tea}</b> & Co at Sampan");
});
