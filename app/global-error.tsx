"use client";

import "./globals.css";

// Without the frame the reader's language is not known, so the text is in both.
const MESSAGES = [
  {
    lang: "en",
    title: "This page could not be shown",
    text: "Something went wrong on our side. What you had saved is still there. Load the page again.",
    number: "If it fails again, tell us the number below.",
    again: "Load again",
  },
  {
    lang: "zh-Hant-HK",
    title: "無法顯示此頁",
    text: "系統出現問題，你已儲存的資料不受影響，請重新載入。",
    number: "如仍有問題，請把下面的編號告訴我們。",
    again: "重新載入",
  },
] as const;

/** Shown when even the frame of pages failed. */
export default function GlobalError({ error }: { error: Error & { digest?: string } }) {
  return (
    <html lang="en">
      <body>
        <title>{MESSAGES[0].title}</title>
        <main className="mx-auto flex max-w-4xl flex-col gap-8 px-4 py-16 sm:px-8">
          {MESSAGES.map(({ lang, title, text, number, again }) => (
            <section key={lang} lang={lang}>
              <h1 className="text-lg font-semibold">{title}</h1>
              <p className="mt-2 max-w-prose text-muted">
                {text} {error.digest ? number : null}
              </p>
              <button
                type="button"
                onClick={() => window.location.reload()}
                className="mt-4 h-9 rounded-md border border-control bg-surface px-3 font-semibold hover:bg-hover"
              >
                {again}
              </button>
            </section>
          ))}
          {error.digest ? <code className="font-mono text-xs text-muted">{error.digest}</code> : null}
        </main>
      </body>
    </html>
  );
}
