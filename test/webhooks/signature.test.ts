import { Webhook } from "standardwebhooks";
import Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { signatureHeaders } from "@/server/webhooks/signature";

const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const ROLLED = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDw2FVsBQIhrs=";
const OTHER = "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";
const BODY = '{"event":"order.created"}';

/** As a receiver in Node would verify it, with the recommended tolerance (contract §15.5). */
function byStripe(body: string, header: string | undefined, secret: string) {
  return Stripe.webhooks.signature?.verifyHeader(body, header ?? "", secret, 600);
}

function sign(changes: Partial<Parameters<typeof signatureHeaders>[0]> = {}) {
  return signatureHeaders({
    eventId: "evt_1",
    body: BODY,
    at: new Date(),
    secrets: [SECRET],
    signature: true,
    legacySignature: false,
    ...changes,
  });
}

describe("the signature of a delivery", () => {
  it("is that of the known vector", () => {
    const headers = sign({ at: new Date(1_700_000_000_999) });
    expect(headers["X-Signature"]).toBe(
      "t=1700000000,v1=c165ca1e863a4ef73ddd339f07cdfbaab735e578b1a03fb84dcca57e140558fe",
    );
    expect(headers).toMatchObject({ "webhook-id": "evt_1", "webhook-timestamp": "1700000000" });
  });

  const bodies = [BODY, '{"name":"陳大文 \u{1f4e6}","note":"a\\u0000b"}', `{"note":"${"x".repeat(200_000)}"}`];
  it.each(bodies)("is verified by stripe's and by Standard Webhooks' own libraries (body %#)", (body) => {
    const headers = sign({ body });
    expect(byStripe(body, headers["X-Signature"], SECRET)).toBe(true);
    expect(new Webhook(SECRET).verify(body, headers)).toEqual(JSON.parse(body));
  });

  it("is made with both secrets while a rolled one overlaps, the new one first", () => {
    const at = new Date();
    const headers = sign({ secrets: [ROLLED, SECRET], at });
    for (const secret of [ROLLED, SECRET]) {
      expect(byStripe(BODY, headers["X-Signature"], secret)).toBe(true);
      expect(new Webhook(secret).verify(BODY, headers)).toEqual(JSON.parse(BODY));
    }
    expect(() => byStripe(BODY, headers["X-Signature"], OTHER)).toThrow("No signatures found");
    expect(() => new Webhook(OTHER).verify(BODY, headers)).toThrow("No matching signature found");
    expect(headers["X-Signature"]?.split(",v1=")[1]).toBe(
      sign({ secrets: [ROLLED], at })["X-Signature"]?.split(",v1=")[1],
    );
  });

  it("does not fit another body, another moment or another event", () => {
    const headers = sign();
    const tampered = BODY.replace("created", "cancelled");
    expect(() => byStripe(tampered, headers["X-Signature"], SECRET)).toThrow("No signatures found");
    expect(() => new Webhook(SECRET).verify(tampered, headers)).toThrow("No matching signature found");

    const later = headers["X-Signature"]?.replace(/t=\d+/, `t=${Math.floor(Date.now() / 1000) + 1}`);
    expect(() => byStripe(BODY, later, SECRET)).toThrow("No signatures found");
    expect(() => new Webhook(SECRET).verify(BODY, { ...headers, "webhook-id": "evt_2" })).toThrow("No matching");
  });

  it("is refused by a receiver when it is older than ten minutes", () => {
    const headers = sign({ at: new Date(Date.now() - 601_000) });
    expect(() => byStripe(BODY, headers["X-Signature"], SECRET)).toThrow("Timestamp outside");
    expect(() => new Webhook(SECRET).verify(BODY, headers)).toThrow("too old");
  });

  it("takes the whole text of a merchant's own secret, and leaves Standard Webhooks to keys of that standard", () => {
    const standard = ["webhook-id", "webhook-signature", "webhook-timestamp"];
    const own = ["our-own-secret-of-2019", `whsec_${"x".repeat(23)}`, `whsec_${Buffer.alloc(23).toString("base64")}`];
    for (const secret of [...own, `whsec_${Buffer.alloc(65).toString("base64")}`, SECRET.slice(6)]) {
      const headers = sign({ secrets: [secret], legacySignature: true });
      expect(Object.keys(headers).sort(), secret).toEqual(["X-Service-Signature", "X-Signature"]);
      expect(byStripe(BODY, headers["X-Signature"], secret)).toBe(true);
    }
    const overlapping = sign({ secrets: ["our-own-secret-of-2019", SECRET] });
    expect(byStripe(BODY, overlapping["X-Signature"], "our-own-secret-of-2019")).toBe(true);
    expect(byStripe(BODY, overlapping["X-Signature"], SECRET)).toBe(true);
    expect(overlapping["webhook-signature"]).not.toContain(" ");
    expect(new Webhook(SECRET).verify(BODY, overlapping)).toEqual(JSON.parse(BODY));
    for (const bytes of [24, 64])
      expect(Object.keys(sign({ secrets: [`whsec_${Buffer.alloc(bytes).toString("base64")}`] })).sort()).toEqual([
        "X-Signature",
        ...standard,
      ]);
  });

  it("has an older form of only the body, with the current secret", () => {
    expect(sign({ secrets: [SECRET, ROLLED], legacySignature: true })["X-Service-Signature"]).toBe(
      "bce1a9e5da3e16e29e226ee87e0b8f91740ed2155abc000122f72b3b5102ee6a",
    );
  });

  it("is left out, except for the id and the time, when the endpoint wants none", () => {
    expect(Object.keys(sign({ signature: false })).sort()).toEqual(["webhook-id", "webhook-timestamp"]);
    expect(Object.keys(sign({ signature: false, legacySignature: true })).sort()).toEqual([
      "X-Service-Signature",
      "webhook-id",
      "webhook-timestamp",
    ]);
    expect(sign()).not.toHaveProperty("X-Service-Signature");
  });
});
