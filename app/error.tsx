"use client";

import { Wordmark } from "@/components/wordmark";

/** What is shown when a page fails: what happened, whether anything was lost, what to do. */
export default function PageError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <div className="mx-auto max-w-4xl px-4 sm:px-8">
      <header className="flex h-16 items-center border-b border-line">
        <Wordmark />
      </header>
      <main role="alert" className="py-10 sm:py-16">
        <h1 className="text-lg font-semibold">This page could not be shown</h1>
        <p className="mt-2 max-w-prose text-base text-muted">
          Something went wrong on our side. What was saved before is safe. Try again; if it stays like this, tell
          support the number below.
        </p>
        <p lang="zh-Hant-HK" className="mt-4 max-w-prose text-base text-muted">
          系統發生錯誤，無法顯示此頁。先前儲存的資料不受影響。請再試一次；如問題持續，請將以下編號告知客戶支援。
        </p>
        {error.digest ? <p className="mt-4 font-mono text-muted select-all">{error.digest}</p> : null}
        <button
          type="button"
          onClick={reset}
          className="mt-6 rounded-md bg-accent px-3 py-2 font-semibold text-on-accent hover:bg-accent-strong"
        >
          Try again <span lang="zh-Hant-HK">再試一次</span>
        </button>
      </main>
    </div>
  );
}
