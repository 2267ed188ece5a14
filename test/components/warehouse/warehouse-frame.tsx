import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import type { ReactElement } from "react";
import { vi } from "vitest";
import { WarehouseProvider } from "@/components/warehouse/workspace";
import type { Language } from "@/lib/i18n/validation";
import type { Role } from "@/lib/roles";
import { router } from "../pick-pack/pick-pack-frame";
import { render } from "../render";

export { router };

export const PROVIDERS = [
  { code: "LOCAL_DOOR", ship_type: "local" as const, name: "Sampan Local Door-to-Door", shortName: "Door-to-Door" },
  { code: "LOCAL_PUDO", ship_type: "local" as const, name: "Sampan Local Pickup Point", shortName: "Pickup Point" },
];

export type Asked = {
  method: string;
  /** Under the API's base. */
  path: string;
  search: URLSearchParams;
  body: Record<string, string>;
  key: string | null;
  account: string | null;
};

/** Answers operations by the start of their path; `asked` has the requests. */
export function answers(table: Record<string, (asked: Asked) => Response | object>) {
  const asked: Asked[] = [];
  vi.stubGlobal("fetch", async (input: string, init: RequestInit) => {
    const { pathname, searchParams } = new URL(input, "http://localhost");
    const headers = new Headers(init.headers);
    const one: Asked = {
      method: init.method ?? "GET",
      path: pathname.replace("/testing/v1", ""),
      search: searchParams,
      body: init.body ? JSON.parse(String(init.body)) : {},
      key: headers.get("idempotency-key"),
      account: headers.get("x-account-id"),
    };
    asked.push(one);
    const found = Object.entries(table).find(([path]) => one.path.startsWith(path));
    if (!found) throw new Error(`nothing answers ${one.path}`);
    const answer = found[1](one);
    return answer instanceof Response ? answer : Response.json(answer);
  });
  return asked;
}

/** An answer of 400 with entries. */
export function refusal(...entries: Record<string, unknown>[]): Response {
  const error_trace = entries.map((entry) => ({
    field: "order_id",
    pointer: "/order_id",
    message: "Refused.",
    ...entry,
  }));
  return Response.json(
    { error: { code: "400000", code_reason: "BAD_REQUEST", message: "Bad request.", error_trace } },
    { status: 400, headers: { "x-request-id": "req_of_the_test" } },
  );
}

/** Renders as the pages of the warehouse do. */
export function show(
  element: ReactElement,
  { language = "en", role = "warehouse" }: { language?: Language; role?: Role } = {},
) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(
    <QueryClientProvider client={client}>
      <AppRouterContext value={router}>
        <WarehouseProvider
          environment="testing"
          person={{ id: "9", name: "Ho", email: "warehouse@sampan.example", role }}
        >
          {element}
        </WarehouseProvider>
      </AppRouterContext>
    </QueryClientProvider>,
    language,
  );
}
