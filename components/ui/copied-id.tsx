import { CopyButton } from "./copy-button";

/** An id with the button that copies it; `what` names it for the button. */
export function CopiedId({ id, what }: { id: string; what: string }) {
  return (
    <span className="flex min-w-0 items-center gap-1">
      <code className="min-w-0 font-mono text-xs break-all">{id}</code>
      <CopyButton text={id} what={what} size="icon-sm" className="-my-1.5 text-muted" />
    </span>
  );
}
