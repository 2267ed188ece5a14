import Link from "next/link";
import { API_BASE } from "@/lib/environment";
import { env } from "@/server/env";
import { Wordmark } from "@/components/wordmark";

const ZH = "zh-Hant-HK";

const PLACES = [
  {
    href: "/reference",
    en: "API reference",
    zh: "API 參考",
    about: "Every operation, with examples to send to testing",
    aboutZh: "所有操作及範例，可即時在測試環境發送",
  },
  {
    href: "/v1/openapi.json",
    en: "OpenAPI document",
    zh: "OpenAPI 文件",
    about: "For client generators and test tools",
    aboutZh: "供產生客戶端及測試工具之用",
  },
  {
    href: "/readyz",
    en: "Readiness",
    zh: "就緒狀態",
    about: "Whether the database answers and is up to date",
    aboutZh: "資料庫是否連線及已更新",
  },
] as const;

const BASES = [
  {
    environment: "testing",
    en: "Testing",
    zh: "測試",
    about: "Nothing is shipped or charged",
    aboutZh: "不寄件、不收費",
  },
  { environment: "production", en: "Production", zh: "正式", about: "Orders are real", aboutZh: "訂單即時生效" },
] as const;

/** What runs here, for whoever opens the address of the server. */
export default function HomePage() {
  const { appUrl } = env();
  return (
    <div className="mx-auto flex min-h-dvh max-w-4xl flex-col px-4 sm:px-8">
      <header className="flex h-16 items-center justify-between gap-4 border-b border-line">
        <Wordmark />
        <Link
          href="/reference"
          prefetch={false}
          className="rounded-md bg-accent px-3 py-2 font-semibold text-on-accent no-underline hover:bg-accent-strong"
        >
          API reference
        </Link>
      </header>
      <main className="flex-1 py-10 sm:py-16">
        <div className="grid gap-8 sm:grid-cols-2">
          <div>
            <h1 className="text-lg font-semibold">Shipping for Hong Kong merchants</h1>
            <p className="mt-2 text-base text-muted">
              This server runs Sampan: orders inside Hong Kong and to the world, with prices, labels, pick-and-pack and
              webhooks, through one REST interface.
            </p>
          </div>
          <div lang={ZH}>
            <h2 className="text-lg font-semibold">香港商戶的寄件平台</h2>
            <p className="mt-2 text-base text-muted">
              本伺服器運行舢舨：本地及國際訂單、報價、運單標籤、揀貨包裝與 Webhook，全部經由同一套 REST 介面。
            </p>
          </div>
        </div>

        <section aria-labelledby="bases" className="mt-12">
          <h2 id="bases" className="font-semibold">
            Base addresses <span lang={ZH}>基礎網址</span>
          </h2>
          <dl className="mt-3 divide-y divide-line rounded-lg border border-line bg-surface">
            {BASES.map(({ environment, en, zh, about, aboutZh }) => (
              <div
                key={environment}
                className="grid gap-x-6 gap-y-1 px-4 py-3 sm:grid-cols-[9rem_1fr_auto] sm:items-center"
              >
                <dt className="flex items-center gap-2 font-semibold">
                  <span
                    aria-hidden="true"
                    className={`size-2 rounded-full ${environment === "testing" ? "bg-testing" : "bg-control"}`}
                  />
                  {en} <span lang={ZH}>{zh}</span>
                </dt>
                <dd className="min-w-0 font-mono break-all select-all">{appUrl + API_BASE[environment]}</dd>
                <dd className="text-xs text-muted">
                  {about} <span lang={ZH}>{aboutZh}</span>
                </dd>
              </div>
            ))}
          </dl>
        </section>

        <nav aria-labelledby="places" className="mt-10">
          <h2 id="places" className="font-semibold">
            Start here <span lang={ZH}>由此開始</span>
          </h2>
          <ul className="mt-3 divide-y divide-line rounded-lg border border-line bg-surface">
            {PLACES.map(({ href, en, zh, about, aboutZh }) => (
              <li
                key={href}
                className="relative grid gap-x-6 gap-y-1 px-4 py-3 hover:bg-accent-tint sm:grid-cols-[1fr_auto]"
              >
                <a
                  href={href}
                  className="font-semibold text-accent underline-offset-4 after:absolute after:inset-0 hover:underline"
                >
                  {en}{" "}
                  <span lang={ZH} className="ml-1 font-normal">
                    {zh}
                  </span>
                </a>
                <span className="font-mono text-xs text-muted sm:text-right">{href}</span>
                <span className="text-muted sm:col-span-2">
                  {about} <span lang={ZH}>{aboutZh}</span>
                </span>
              </li>
            ))}
          </ul>
        </nav>
      </main>
    </div>
  );
}
