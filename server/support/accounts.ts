import type * as contracts from "@/lib/contracts/account";
import type { InputOf } from "@/lib/contracts/contract";
import { ENVIRONMENTS } from "@/lib/environment";
import {
  changeAccount,
  findMerchants,
  type Merchant,
  openAccount,
  readMerchant,
  readVisit,
  recordRead,
} from "@/server/accounts";
import type { Context } from "@/server/context";
import { recentOrderCounts } from "@/server/orders";

type Account = contracts.MerchantAccount;

/**
 * Merchants' accounts by name, for support with how many orders each had in the environment in the last 30 days (contract
 * §27.1).
 */
export async function listAccounts(
  ctx: Context,
  input: InputOf<typeof contracts.listAccounts>,
): Promise<{ rows: contracts.AccountRow[]; total: number }> {
  const { rows, total } = await findMerchants(ctx, input);
  const ids = rows.map(({ account_id }) => account_id);
  const recent = ctx.actor.role === "support" ? await recentOrderCounts(ctx.db, ctx.environment, ids) : null;
  return {
    rows: rows.map((row) => ({ ...row, recent_orders: recent ? (recent.get(row.account_id) ?? 0) : null })),
    total,
  };
}

async function withOrders(ctx: Context, account: Merchant): Promise<Account> {
  const recent = { testing: 0, production: 0 };
  for (const environment of ENVIRONMENTS)
    recent[environment] =
      (await recentOrderCounts(ctx.db, environment, [account.account_id])).get(account.account_id) ?? 0;
  const visit = ctx.actor.kind === "person" ? await readVisit(ctx, account.account_id) : null;
  return { ...account, recent_orders: recent, visit };
}

/** Reads an account; each look is in the audit log (contract §27.1). @throws ApiError NOT_FOUND */
export async function readAccount(
  ctx: Context,
  { account_id: id }: InputOf<typeof contracts.readAccount>,
): Promise<Account> {
  const account = await readMerchant(ctx.db, id);
  await recordRead(ctx, [id], "readAccount", id);
  return withOrders(ctx, account);
}

/** Opens an account whose owner starts (contract §27.2). @throws ApiError as `openAccount` */
export async function createAccount(ctx: Context, input: InputOf<typeof contracts.createAccount>): Promise<Account> {
  return withOrders(ctx, await openAccount(ctx, input));
}

/** Changes an account, in a visit that acts (contract §27.3). @throws ApiError as `changeAccount` */
export async function updateAccount(ctx: Context, input: InputOf<typeof contracts.updateAccount>): Promise<Account> {
  return withOrders(ctx, await changeAccount(ctx, input));
}
