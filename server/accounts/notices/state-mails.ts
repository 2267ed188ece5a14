/** The mails to the people of an account when support suspends or reopens it (contract §27.3). */
import type { SuspensionReason } from "@/lib/contracts/account";
import type { Language } from "@/lib/i18n/languages";
import { type PlainMail, plainMail } from "@/lib/i18n/mails";
import type { Db } from "@/server/db/transaction";
import { notify } from "./notices";

type State = {
  account_id: string;
  name: string;
  suspended: boolean;
  payment_plan: boolean;
  suspended_reason: SuspensionReason | null;
};

/** Tells the people of an account that it was suspended or reopened, or that its plan ended or began (contract §27.3). */
export async function mailOwnersOfState(db: Db, before: State, after: State): Promise<void> {
  const { account_id: accountId, name, suspended_reason: reason } = after;
  const values = { account: name, why: reason ?? "none" };
  if (before.suspended !== after.suspended)
    await tell(db, accountId, after.suspended ? "suspended" : "reopened", values);
  if (before.payment_plan !== after.payment_plan)
    await tell(db, accountId, after.payment_plan ? "planBegan" : "planEnded", values);
}

/** Tells the people of an account that support closes it; before they are disabled (contract §20.5). */
export async function mailOwnersOfClosing(db: Db, accountId: string): Promise<void> {
  const { name } = await db.selectFrom("accounts").select("name").where("id", "=", accountId).executeTakeFirstOrThrow();
  await tell(db, accountId, "closed", { account: name });
}

async function tell(db: Db, accountId: string, mail: PlainMail, values: { account: string }): Promise<void> {
  const text = (language: Language) => plainMail(language, mail, values);
  await notify(db, { accountId, environment: null, kind: "account_changed", text });
}
