import { afterEach, describe, expect, it } from "vitest";
import { overrideEnv } from "@/server/env";
import { newSecret, seal, unseal } from "@/server/webhooks/secrets";

let restore: (() => void) | undefined;
afterEach(() => {
  restore?.();
  restore = undefined;
});

describe("a new secret", () => {
  it("is whsec_ and base64 of 32 bytes, never the same", () => {
    const made = Array.from({ length: 1000 }, newSecret);
    for (const secret of made) {
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
      expect(Buffer.from(secret.slice(6), "base64")).toHaveLength(32);
    }
    expect(new Set(made).size).toBe(made.length);
  });
});

describe("what is sealed", () => {
  it.each(["", "x", "whsec_abc", "商店 𠮷", "y".repeat(1024)])("opens in its own row: %j", (text) => {
    expect(unseal(seal(text, "we_1"), "we_1")).toBe(text);
  });

  it("is never the same twice and does not hold the text", () => {
    const [one, two] = [seal("whsec_abc", "we_1"), seal("whsec_abc", "we_1")];
    expect(one.equals(two)).toBe(false);
    expect(one.includes("whsec")).toBe(false);
  });

  it("does not open in another row", () => {
    expect(() => unseal(seal("x", "we_1"), "we_2")).toThrow();
  });

  it("does not open when any of its bytes was changed, or is missing", () => {
    const sealed = seal("whsec_abc", "we_1");
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => unseal(changed, "we_1"), `byte ${at}`).toThrow();
    }
    for (const length of [0, 1, 12, 28, sealed.length - 1])
      expect(() => unseal(sealed.subarray(0, length), "we_1"), `${length} bytes`).toThrow();
  });

  it("opens only under the APP_SECRET that sealed it", () => {
    const sealed = seal("whsec_abc", "we_1");
    restore = overrideEnv({ appSecret: "another secret of tests, and of nothing else" });
    expect(() => unseal(sealed, "we_1")).toThrow();
    expect(unseal(seal("x", "we_1"), "we_1")).toBe("x");
    restore();
    restore = undefined;
    expect(unseal(sealed, "we_1")).toBe("whsec_abc");
  });
});
