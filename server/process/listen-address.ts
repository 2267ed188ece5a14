import { demoIsOpen, isUninhabited } from "@/server/accounts";
import type { Database } from "@/server/db/database";
import { env, isLoopback } from "@/server/env";
import { log } from "@/server/log";

const THIS_MACHINE = "127.0.0.1";

/**
 * The address to listen on; undefined: all addresses (contract §2.2, §8.14). Without HOST it is 127.0.0.1 while
 * demonstration sign-ins are enabled, or this start may create them (`makesDemonstration`), or the database cannot be
 * asked (`isThere` false).
 */
export async function listenAddress(
  { db }: Pick<Database, "db">,
  makesDemonstration: boolean,
  isThere: boolean,
): Promise<string | undefined> {
  const { host } = env();
  if (host !== undefined) return host;
  if (!isThere) return THIS_MACHINE;
  if (!(await demoIsOpen(db)) && !(makesDemonstration && (await isUninhabited(db)))) return undefined;
  log().warn(
    { address: THIS_MACHINE },
    "listening on this machine only: the demonstration's published sign-ins are enabled (HOST, or npm run admin -- demo disable)",
  );
  return THIS_MACHINE;
}

/** Whether a server that listens on this address can be reached from other machines. */
export function isExposed(address: string | undefined): boolean {
  return address === undefined || !isLoopback(address);
}
