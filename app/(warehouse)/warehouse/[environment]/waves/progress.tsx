import { cn } from "@/components/ui/cn";

/** Progress in words, and a bar that shows the same. */
export function Progress({
  done,
  total,
  label,
  className,
}: {
  done: number;
  total: number;
  label: string;
  className?: string;
}) {
  return (
    <div className={cn("min-w-0", className)}>
      <p className="tabular-nums">{label}</p>
      <div aria-hidden="true" className="mt-1 h-1.5 overflow-hidden rounded-full bg-line">
        <div
          className={cn("h-full rounded-full", done >= total ? "bg-ok" : "bg-info")}
          style={{ width: `${total > 0 ? (100 * done) / total : 0}%` }}
        />
      </div>
    </div>
  );
}
