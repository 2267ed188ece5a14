import { describe, expect, it } from "vitest";
import { hashPassword } from "@/server/accounts/sign-in/passwords";
import { processWide } from "@/server/process-wide";

/** Another copy of the module, as Next's bundle of the sign-in has one. */
const COPY = "@/server/accounts/sign-in/passwords?copy";

describe("passwords under check", () => {
  it("are two at a time in a process, of operations and sign-ins together; the others wait", async () => {
    const { hashPassword: hashInCopy } = (await import(COPY)) as { hashPassword: typeof hashPassword };
    expect(hashInCopy).not.toBe(hashPassword);
    const slots = processWide("password-slots", (): { running: number; waiting: unknown[] } => {
      throw new Error("the module has made it");
    });
    const hashes = [hashPassword, hashInCopy, hashPassword, hashInCopy, hashInCopy].map((hash) =>
      hash("some password"),
    );
    expect([slots.running, slots.waiting.length]).toEqual([2, 3]);
    expect(await Promise.all(hashes)).toHaveLength(5);
    expect([slots.running, slots.waiting.length]).toEqual([0, 0]);
  });
});
