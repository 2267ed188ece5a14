import { writeSync } from "node:fs";
import { reasonOf } from "@/server/db/wait-for-database";
import { env } from "@/server/env";

/** Ends the process with one line on stderr that says why it cannot start and what to do (contract §16.2). */
export function cannotStart(error: unknown): never {
  writeSync(process.stderr.fd, `Sampan cannot start. ${whyOf(error)}\n`);
  process.exit(1);
}

function whyOf(error: unknown): string {
  const { code, syscall } = error as NodeJS.ErrnoException;
  // With several processes, the supervisor binds for them, and the error says "bind".
  if (syscall !== "listen" && syscall !== "bind") return reasonOf(error);
  const { port, host } = env();
  if (code === "EADDRINUSE") return `Port ${port} is taken by another program: stop it, or set PORT to another.`;
  if (code === "EACCES") return `Port ${port} is not allowed to this user: set PORT to one above 1023.`;
  if (code === "EADDRNOTAVAIL") return `HOST ${host} is no address of this machine.`;
  return reasonOf(error);
}
