import Link from "next/link";

/** The product's name in both languages; links to the home page. */
export function Wordmark({ href = "/" }: { href?: string }) {
  return (
    <Link
      href={href}
      prefetch={false}
      className="inline-flex items-center gap-2 rounded-sm text-base font-semibold text-text no-underline"
    >
      <svg viewBox="0 0 32 32" className="size-6" aria-hidden="true">
        <rect width="32" height="32" rx="7" className="fill-accent" />
        <path
          d="M16 6v11h8.5C24 11.5 20.500 7.200 16 6zM14 9.500 8.200 17H14zM5 19.500h22c-.9 3.900-4 6.500-8 6.500h-6c-4 0-7.100-2.600-8-6.500z"
          className="fill-on-accent"
        />
      </svg>
      Sampan
      <span lang="zh-Hant-HK" className="font-normal text-muted">
        舢舨
      </span>
    </Link>
  );
}
