import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { unstable_doesMiddlewareMatch as doesProxyMatch } from "next/experimental/testing/server";
import { NextRequest } from "next/server";
import { describe, expect, it } from "vitest";
import { COOKIES } from "@/lib/cookies";
import { ENVIRONMENTS } from "@/lib/environment";
import { config, proxy } from "@/proxy";
import { overrideEnv } from "@/server/env";

const visit = (path = "/") =>
  proxy(new NextRequest(`http://localhost:3000${path}`, { headers: { cookie: `${COOKIES.session}=any` } }));
const policyOf = (response: Response) => response.headers.get("content-security-policy") ?? "";
const nonceOf = (policy: string) => /'nonce-([^']+)'/.exec(policy)?.[1];

describe("pages", () => {
  it("run only the scripts of their own request", () => {
    const response = visit();
    const policy = policyOf(response);
    expect(policy).toMatch(/script-src 'self' 'nonce-[A-Za-z0-9+/]{22}==' 'strict-dynamic';/);
    for (const directive of [
      "default-src 'self'",
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data: blob:",
      "connect-src 'self'",
      "worker-src 'self' blob:",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ])
      expect(policy).toContain(directive);
    expect(policy).not.toContain("unsafe-eval");
    // Next takes the nonce of its own scripts from the request that is passed on to the page.
    expect(response.headers.get("x-middleware-request-content-security-policy")).toBe(policy);
    expect(response.headers.get("x-middleware-request-x-nonce")).toBe(nonceOf(policy));
  });

  it("have a nonce that no other request has, whatever the client sends", () => {
    const nonces = Array.from({ length: 50 }, () => nonceOf(policyOf(visit())));
    expect(new Set(nonces).size).toBe(50);
    const forged = new NextRequest("http://localhost:3000/", {
      headers: { "content-security-policy": "script-src 'nonce-mine'", "x-nonce": "mine" },
    });
    const response = proxy(forged);
    expect(response.headers.get("x-middleware-request-content-security-policy")).not.toContain("mine");
    expect(response.headers.get("x-middleware-request-x-nonce")).not.toBe("mine");
  });

  it("carry the security headers, and have what they load upgraded where they are served over https", () => {
    const { headers } = visit();
    expect(headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
    expect(headers.get("permissions-policy")).toContain("geolocation=()");
    expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
    expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
    expect(headers.get("cache-control")).toBe("private, no-store");
    expect(policyOf(visit())).not.toContain("upgrade-insecure-requests");
    const restore = overrideEnv({ appUrl: "https://ship.example" });
    try {
      expect(policyOf(visit())).toContain("upgrade-insecure-requests");
    } finally {
      restore();
    }
  });
});

describe("the proxy", () => {
  const matches = (url: string) => doesProxyMatch({ config, nextConfig: {}, url });

  it.each(["/", "/reference", "/testing", "/testing/orders", "/production/orders/new", "/sign-in", "/v1x", "/nope"])(
    "sees the page %s",
    (path) => expect(matches(path)).toBe(true),
  );

  it.each([
    "/v1",
    "/v1/",
    "/v1/order/create",
    "/v1/testing/v1/order/create",
    "/api/auth/session",
    "/_next/static/chunks/a.js",
  ])("is not asked for %s", (path) => expect(matches(path)).toBe(false));

  it.each(["/reference/assets/swagger-ui.css", "/icon.svg", "/favicon.ico"])("leaves the file %s as it is", (path) => {
    const { headers } = visit(path);
    expect(headers.get("x-middleware-next")).toBe("1");
    expect(headers.get("content-security-policy")).toBeNull();
  });

  it("leads addresses that belong to no page to the not-found page, with nonce and policy", () => {
    for (const path of ["/nothing-here", "/nothing/here", "/Testing/orders", "/wp-login.php", "/warehouse/nothing"]) {
      const response = visit(path);
      expect(response.headers.get("x-middleware-rewrite")).toBe("http://localhost:3000/_not-found");
      expect(response.headers.get("x-middleware-request-x-nonce")).toBe(nonceOf(policyOf(response)));
    }
  });

  it("knows every page of the product, and no more", () => {
    const app = join(import.meta.dirname, "../../app");
    const pages = readdirSync(app, { recursive: true, encoding: "utf8" })
      .filter((path) => /(^|\/)page\.tsx$/.test(path))
      .map((path) => `/${path.replace(/(^|\/)page\.tsx$/, "").replace(/\([^)]*\)\/?/g, "")}`);
    expect(pages.length).toBeGreaterThan(50);
    const addressIn = (page: string, environment: string) =>
      page
        .replace("[environment]", environment)
        .replace(/\[[^\]]*\]/g, "217123456789012")
        .replace(/(?<=.)\/$/, "");
    const rewritten = (paths: string[]) => paths.filter((path) => visit(path).headers.has("x-middleware-rewrite"));
    expect(rewritten(ENVIRONMENTS.flatMap((name) => pages.map((page) => addressIn(page, name))))).toEqual([]);
    const elsewhere = pages.filter((page) => page.includes("[environment]")).map((page) => addressIn(page, "staging"));
    expect(rewritten(elsewhere)).toEqual(elsewhere);
  });

  it("serves pages that are made on request, so that they carry the nonce", async () => {
    const { readFileSync } = await import("node:fs");
    const layout = join(import.meta.dirname, "../../app/layout.tsx");
    expect(existsSync(layout)).toBe(true);
    expect(readFileSync(layout, "utf8")).toContain("await headers()");
  });
});
