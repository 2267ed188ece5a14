import { formatMoney } from "@/lib/format";
import { cn } from "./cn";

/** An amount: `HK$1,234.50`, in figures of one width. */
export function Money({ amount, currency, className }: { amount: string; currency?: string; className?: string }) {
  return <span className={cn("whitespace-nowrap tabular-nums", className)}>{formatMoney(amount, currency)}</span>;
}
