import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "./fixtures";

/** The path with a token in the latest mail to a person, once the worker has written it as a file. */
export async function linkMailedTo(email: string, dataDir: string, path: "/invitation" | "/set-password") {
  const folder = join(dataDir, "mail");
  const newest = () =>
    readdirSync(folder)
      .filter((name) => name.endsWith(".eml"))
      .sort()
      .reverse()
      .map((name) => readFileSync(join(folder, name), "latin1"))
      .find((mail) => mail.includes(`To: ${email}`));
  const linkIn = (mail = "") => {
    const plain = mail.replace(/=\r?\n/g, "").replace(/=3D/g, "=");
    return new RegExp(`${path}#token=[\\w-]+`).exec(plain)?.[0] ?? "";
  };
  await expect.poll(() => linkIn(newest()), { timeout: 30_000 }).not.toBe("");
  return linkIn(newest());
}
