import { LoaderCircle } from "lucide-react";
import { cn } from "./cn";

/** Something is under way. Says nothing to screen readers: whatever it stands in does. */
export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden="true" className={cn("size-4 shrink-0 animate-spin", className)} />;
}
