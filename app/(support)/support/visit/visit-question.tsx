"use client";

import { VisitForm } from "@/components/support/visit-form";
import type { Where } from "@/lib/api-client";

/** The question, after which the browser goes to `next`. */
export function VisitQuestion({ where, next }: { where: Where; next: string }) {
  // A full page load: nothing of the merchant seen before may stay around it.
  return <VisitForm where={where} onStarted={() => window.location.assign(next)} />;
}
