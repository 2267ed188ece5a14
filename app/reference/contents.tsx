/** A group of operations as the contents list them; `hash` is swagger-ui's address of an operation on the page. */
export type Group = { name: string; entries: { hash: string; label: string; method?: string }[] };

const TINTS: Record<string, string> = {
  GET: "text-info",
  POST: "text-ok",
  PUT: "text-warn",
  PATCH: "text-warn",
  DELETE: "text-bad",
};

/** The contents of the reference, next to it on wide screens and folded above it on narrow ones. */
export function Contents({ groups, onOpen }: { groups: Group[]; onOpen: (hash: string) => void }) {
  const list = (
    <ul className="space-y-4 text-xs">
      {groups.map(({ name, entries }) => (
        <li key={name}>
          <span className="font-semibold">{name}</span>
          <ul className="mt-1">
            {entries.map(({ hash, label, method }) => (
              <li key={hash}>
                <a
                  href={hash}
                  onClick={() => onOpen(hash)}
                  className="flex gap-2 rounded-sm px-2 py-1 text-muted hover:bg-accent-tint hover:text-text"
                >
                  {method ? (
                    <span className={`w-10 shrink-0 font-mono font-semibold ${TINTS[method] ?? ""}`}>{method}</span>
                  ) : null}
                  <span className="min-w-0">{label}</span>
                </a>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
  return (
    <>
      <nav
        aria-label="Contents"
        className="sticky top-0 hidden max-h-dvh w-64 shrink-0 overflow-y-auto py-6 pr-2 lg:block"
      >
        {list}
      </nav>
      <details className="mt-4 rounded-lg border border-line bg-surface lg:hidden">
        <summary className="cursor-pointer px-4 py-3 font-semibold">Contents</summary>
        <nav aria-label="Contents" className="px-2 pb-4">
          {list}
        </nav>
      </details>
    </>
  );
}
