import type { Metadata } from "next";
import Link from "next/link";
import { Wordmark } from "@/components/wordmark";

export const metadata: Metadata = { title: "Not found 找不到頁面" };

/** The page of an address that is none. */
export default function NotFound() {
  return (
    <div className="mx-auto max-w-4xl px-4 sm:px-8">
      <header className="flex h-16 items-center border-b border-line">
        <Wordmark />
      </header>
      <main className="py-10 sm:py-16">
        <h1 className="text-lg font-semibold">There is no page at this address</h1>
        <p className="mt-2 max-w-prose text-base text-muted">
          It may have moved, or the link may be incomplete. Nothing was lost.
        </p>
        <p lang="zh-Hant-HK" className="mt-4 max-w-prose text-base text-muted">
          此網址沒有頁面。頁面可能已移動，或連結不完整；沒有資料遺失。
        </p>
        <p className="mt-6">
          <Link href="/" prefetch={false} className="font-semibold text-accent underline underline-offset-4">
            Go to the start page <span lang="zh-Hant-HK">返回首頁</span>
          </Link>
        </p>
      </main>
    </div>
  );
}
