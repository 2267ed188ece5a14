import {
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretPost,
  clientCredentialsGrantRequest,
  customFetch,
  processClientCredentialsResponse,
} from "oauth4webapi";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ERRORS } from "@/lib/errors";
import { type Merchant, merchant, testDb } from "@/test/factories";
import { api, respond } from "@/test/http";
import { holdWindow, tokenCounter } from "../rate-window";

const anonymous = api("testing");
let shop: Merchant;
beforeAll(async () => {
  shop = await merchant();
});
beforeEach(async () => {
  await (await testDb()).deleteFrom("rate_counters").execute();
});

const grant = (change: Record<string, string> = {}) => ({
  grant_type: "client_credentials",
  ...shop.credentials.testing,
  ...change,
});

describe("POST /oauth/token", () => {
  const oauth = (form: Record<string, string>, authorization?: string) =>
    anonymous.call("POST", "/oauth/token", { form, headers: authorization ? { authorization } : {} });
  const basic = (id: string, secret: string) => `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`;
  const only = { grant_type: "client_credentials" };

  it("answers a form without the envelope", async () => {
    const answer = await oauth(grant());
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      access_token: expect.stringMatching(/^at_test_/),
      token_type: "Bearer",
      expires_in: 3600,
    });
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect((await api("testing", { token: answer.body.access_token }).get("/providers")).status).toBe(200);
  });

  it("takes HTTP Basic, its scheme in any case, its parts form-encoded", async () => {
    const { client_id, client_secret } = shop.credentials.testing;
    expect((await oauth(only, basic(client_id, client_secret))).status).toBe(200);
    expect((await oauth(only, basic(client_id, client_secret).replace("Basic", "basic"))).status).toBe(200);
    expect(
      (await oauth(only, basic(client_id.replaceAll("_", "%5F"), client_secret.replaceAll("_", "%5f")))).status,
    ).toBe(200);
  });

  it("works with a stock OAuth client, by Basic and by form", async () => {
    const server = { issuer: "http://localhost:3000", token_endpoint: "http://localhost:3000/testing/v1/oauth/token" };
    const client = { client_id: shop.credentials.testing.client_id };
    for (const auth of [ClientSecretBasic, ClientSecretPost]) {
      const response = await clientCredentialsGrantRequest(
        server,
        client,
        auth(shop.credentials.testing.client_secret),
        {},
        {
          [allowInsecureRequests]: true,
          [customFetch]: (url: string, options: RequestInit) => respond(new Request(url, options)),
        },
      );
      const token = await processClientCredentialsResponse(server, client, response);
      expect(token.access_token).toMatch(/^at_test_/);
      expect(token.expires_in).toBe(3600);
    }
  });

  it.each([
    ["an unknown client in the form", { client_id: "ci_test_0" }, undefined],
    ["a wrong secret in the form", { client_secret: "wrong" }, undefined],
    ["a wrong secret by Basic", {}, basic("ci_test_0", "wrong")],
    ["a Basic header that is not base64", {}, "Basic !!!"],
    ["a Basic header without a colon", {}, `Basic ${Buffer.from("nothing").toString("base64")}`],
    ["another scheme", {}, "Bearer at_test_x"],
  ])("answers %s with invalid_client", async (_name, change, authorization) => {
    const answer = await oauth(authorization ? only : grant(change), authorization);
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual({ error: "invalid_client", error_description: ERRORS.INVALID_CLIENT.message });
    expect(answer.headers.get("www-authenticate")).toMatch(/^Basic /);
  });

  it("answers no client authentication at all with invalid_client", async () => {
    const answer = await oauth(only);
    expect([answer.status, answer.body.error]).toEqual([401, "invalid_client"]);
  });

  it("answers another grant type with unsupported_grant_type", async () => {
    const answer = await oauth(grant({ grant_type: "password" }));
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      error: "unsupported_grant_type",
      error_description: expect.stringContaining("grant_type"),
    });
  });

  it("answers a missing or repeated parameter and a wrong body type with invalid_request", async () => {
    const { client_id, client_secret } = shop.credentials.testing;
    const send = (type: string, body: string) =>
      anonymous.call("POST", "/oauth/token", { headers: { "content-type": type }, body });
    const form = "application/x-www-form-urlencoded";
    for (const answer of [
      await oauth({ client_id, client_secret }),
      await send(form, `${new URLSearchParams(grant())}&grant_type=client_credentials`),
      await send(form, `${new URLSearchParams(grant())}&client_id=${client_id}`),
      await send("application/json", JSON.stringify(grant())),
    ]) {
      expect(answer.status).toBe(400);
      expect(answer.body).toEqual({
        error: "invalid_request",
        error_description: expect.stringMatching(/^[\x20-\x7e]+$/),
      });
    }
  });

  it("shares the limits of the other token operation", async () => {
    await holdWindow(tokenCounter(shop.credentials.testing.client_id), { minute: 59 });
    expect((await anonymous.call("POST", "/auth/token", { form: grant() })).status).toBe(200);
    const answer = await oauth(grant());
    expect(answer.status).toBe(429);
    expect(Object.keys(answer.body)).toEqual(["error", "error_description"]);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
  });
});
