import { LoaderCircle } from "lucide-react";
import { cn } from "./cn";

/** Something is running. Says nothing to screen readers; the element around it must. */
export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden="true" className={cn("size-4 shrink-0 animate-spin", className)} />;
}
