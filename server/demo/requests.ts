import { createHash } from "node:crypto";
import { intlExample, localExample } from "@/lib/contracts/examples";
import { createOrder, listOrders, readOrder } from "@/lib/contracts/order";
import { readTracking } from "@/lib/contracts/tracking";
import { API_BASE, type Environment } from "@/lib/environment";
import { type ApiError, invalid, notFound } from "@/lib/errors";
import type { AccountContext } from "@/server/context";
import { scoped } from "@/server/db/scoped";
import type { Db } from "@/server/db/transaction";
import { recordPastCalls } from "@/server/request-log";

/** How long ago the calls were made, and how far apart. */
const FIRST_MINUTES = 7;
const APART_MINUTES = 96;
const MOST_ORDERS = 12;

type Sent = typeof localExample | typeof intlExample;

/** What a shop's program got wrong now and then: what it sent, and the answer. */
const MISTAKES: readonly { change: (sent: Sent) => object; error: () => ApiError }[] = [
  {
    change: ({ recipient }) => ({ recipient: { ...recipient, mobile: "" } }),
    error: () => invalid({ path: ["recipient", "mobile"], key: "required" }),
  },
  {
    change: () => ({ shipping_provider: "LOCAL_DRONE" }),
    error: () => invalid({ path: ["shipping_provider"], key: "providerUnknown", reason: "SERVICE_NOT_AVAILABLE" }),
  },
  {
    change: () => ({ cod: "YES" }),
    error: () => invalid({ path: ["cod"], key: "choice", params: { choices: "Y, N" } }),
  },
];

/** Gives an account some calls of one of its API clients: about its latest orders, with a few mistakes. */
export async function demoRequests(
  db: Db,
  account: AccountContext["account"],
  environment: Environment,
  clientId: string,
): Promise<void> {
  const orders = await scoped(db, { accountId: account.id, environment })
    .selectFrom("orders")
    .select(["id", "tracking_number", "ship_type", "status", "reference"])
    .where("status", "not in", ["DRAFT", "CANCELLED"])
    .orderBy("id", "desc")
    .limit(MOST_ORDERS)
    .execute();
  const access = { actor: { kind: "client", id: clientId, role: "merchant", accountId: account.id }, account } as const;
  let at = Date.now() - FIRST_MINUTES * 60_000;
  let serial = 0;
  const past = (minutes: number) => {
    at -= minutes * 60_000;
    return new Date(at);
  };
  const callOf = (
    contract: typeof createOrder | typeof readOrder | typeof listOrders | typeof readTracking,
    query = "",
    id = "",
  ) => ({
    ...{ contract, access, environment, method: contract.method, error: undefined as ApiError | undefined },
    requestId: `req_${createHash("md5").update(`${environment} ${++serial}`).digest("hex")}`,
    url: new URL(`http://localhost${API_BASE[environment]}${contract.path.replace("{order_id}", id)}${query}`),
    ms: 4 + ((serial * 37) % 29),
    status: 200,
  });
  const failed = (error: ApiError) => ({ error, status: error.status, answered: { error: error.body() } });
  const calls = orders.flatMap(({ id, tracking_number, ship_type, status, reference }, nth) => {
    const example = ship_type === "intl" ? intlExample : localExample;
    const sent = { ...example, ...(reference ? { reference } : {}) };
    const data = { order_id: id, ship_type, order_status: status, tracking_number };
    const mistake = MISTAKES[nth % 4];
    return [
      { ...callOf(readTracking, "", id), at: past(nth === 0 ? 0 : APART_MINUTES), answered: { data } },
      ...(nth % 5 === 2
        ? [{ ...callOf(readOrder, "?order_id=217000000000000"), ...failed(notFound()), at: past(1) }]
        : []),
      { ...callOf(createOrder), at: past(3), sent, answered: { data } },
      ...(mistake
        ? [
            {
              ...callOf(createOrder),
              ...failed(mistake.error()),
              at: past(1),
              sent: { ...sent, ...mistake.change(example) },
            },
          ]
        : []),
      { ...callOf(listOrders, "?status=pending&limit=50"), at: past(20), answered: { data: [] } },
    ];
  });
  await recordPastCalls(db, calls);
}
