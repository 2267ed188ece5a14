import { CircleCheck, CircleX } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { ENTRY_ERRORS, ERRORS } from "@/lib/errors";

const NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({ ...ERRORS, ...ENTRY_ERRORS }).map(([name, { code }]) => [code, name]),
);

/** What an error code is called in the API, such as SERVICE_NOT_AVAILABLE; undefined for a code of earlier versions. */
export function nameOfCode(code: string): string | undefined {
  return NAMES.get(code);
}

/** The status of an answer. */
export function StatusBadge({ status }: { status: number }) {
  return status < 400 ? (
    <Badge tone="ok" icon={<CircleCheck aria-hidden="true" />}>
      {status}
    </Badge>
  ) : (
    <Badge tone="bad" icon={<CircleX aria-hidden="true" />}>
      {status}
    </Badge>
  );
}

/** `/testing/v1/order/create` → `/order/create`: the environment is the page's. */
export function shortPath(path: string): string {
  return path.replace(/^(\/testing)?\/v1/, "");
}
