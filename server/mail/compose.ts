import { HTML_LANG } from "@/lib/i18n/language";
import type { Language } from "@/lib/i18n/languages";
import { mailTranslator } from "@/lib/i18n/mails";

export type Content = {
  recipient: string;
  language: Language;
  subject: string;
  paragraphs: readonly string[];
  link?: { label: string; url: string };
  /** The recipient has no sign-in yet. */
  isStranger?: boolean;
};

const FONTS = `system-ui, -apple-system, "Segoe UI", Roboto, "PingFang HK", "Microsoft JhengHei", "Noto Sans HK", sans-serif`;

// Still reads well in a mail program that drops this.
const STYLE = `
:root { color-scheme: light dark; }
body { margin: 0; padding: 24px; background: #ffffff; color: #16222a; font: 16px/1.6 ${FONTS}; }
div { max-width: 560px; margin: 0 auto; }
.wordmark { font-size: 18px; font-weight: 600; }
p { overflow-wrap: anywhere; }
a { color: #0b6068; }
.footer { margin-top: 32px; padding-top: 16px; border-top: 1px solid #cfd8dc; color: #55646d; font-size: 13px; }
@media (prefers-color-scheme: dark) {
  body { background: #10181d; color: #e6edf0; }
  a { color: #58bfc6; }
  .footer { border-color: #34434c; color: #a3b1b9; }
}`;

/**
 * Writes a mail as plain text and as HTML, neither of which loads anything from the network; `site` is the product's
 * address.
 */
export function compose(content: Content, site: string): { subject: string; text: string; html: string } {
  const subject = oneLine(content.subject);
  const paragraphs = content.paragraphs.map(oneLine);
  const link = content.link && { label: oneLine(content.link.label), url: oneLine(content.link.url) };
  const { language, recipient, isStranger } = content;
  const footer = oneLine(mailTranslator(language, "footer")(isStranger ? "invited" : "signedUp", { recipient, site }));

  const text = ["Sampan 舢舨", ...paragraphs, ...(link ? [`${link.label}:\n${link.url}`] : []), `-- \n${footer}`];
  const html = [
    `<!doctype html>`,
    `<html lang="${HTML_LANG[content.language]}">`,
    `<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">`,
    `<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">`,
    `<title>${escapeHtml(subject)}</title><style>${STYLE}</style></head>`,
    `<body><div>`,
    `<p class="wordmark">Sampan 舢舨</p>`,
    ...paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
    ...(link
      ? [
          `<p><a href="${escapeHtml(link.url)}"><strong>${escapeHtml(link.label)}</strong></a></p>`,
          `<p>${escapeHtml(link.url)}</p>`,
        ]
      : []),
    `<p class="footer">${escapeHtml(footer)}</p>`,
    `</div></body></html>`,
  ];
  return { subject, text: `${text.join("\n\n")}\n`, html: `${html.join("\n")}\n` };
}

/** A text without control characters: a line break would start another header, and the database refuses NUL. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
