import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { APIRequestContext, Browser } from "@playwright/test";
import { MAY_OPEN, mayOpen } from "@/lib/pages/page-rights";
import { isStaff, type Role } from "@/lib/roles";
import { cookiesOf, DEMO_CLIENT, expect, MERCHANT, opens, SUPPORT, signInBy, test } from "./fixtures";
import { productUrl } from "./product-url";
import { serve } from "./start-product";
import { WAREHOUSE } from "./warehouse-orders";

type Part = keyof typeof MAY_OPEN;

const APP = join(import.meta.dirname, "../../app");
/** The part that a page belongs to, by its address. */
function partOf(path: string): Part {
  if (path === "/testing/webhooks/new") return "newWebhook";
  if (/^\/testing\/addresses\/new$/.test(path)) return "newAddress";
  if (path === "/testing/settings/statements") return "statements";
  if (/^\/testing\/settings(\/people)?$/.test(path)) return "people";
  if (/^\/testing\/developers(\/clients)?$/.test(path)) return "clients";
  if (/^\/testing\/(settings|notifications)/.test(path)) return "settings";
  if (path.startsWith("/testing/developers")) return "developers";
  if (path.startsWith("/testing")) return "dashboard";
  if (path.startsWith("/warehouse")) return "warehouse";
  return path.startsWith("/support") ? "support" : "public";
}

const NO_ID = "217000000000000";
/** Every page of the build, with ids that exist nowhere; the one of addresses that lead nowhere is always a 404. */
const PAGES = readdirSync(APP, { recursive: true, encoding: "utf8" })
  .filter((file) => /(^|\/)page\.tsx$/.test(file) && !file.includes("[..."))
  .map((file) => {
    const folders = file.split("/").filter((folder) => folder !== "page.tsx" && !folder.startsWith("("));
    const names = folders.map((folder) => folder.replace("[environment]", "testing").replace(/^\[.*\]$/, NO_ID));
    return `/${names.join("/")}`;
  });

const OUTDOOR = "outdoor@sampan.example";
const [TEA, PACKED] = ["100001", "100002"];
/** What a page with an id is about, who finds it, and the account that it belongs to; the tracking page has none. */
const OBJECTS: readonly [page: RegExp, account: string | null, email: string, list: string, field: string][] = [
  [/^\/track\//, null, MERCHANT, "/testing/v1/orders?status=IN_TRANSIT", "tracking_number"],
  [/^\/testing\/orders\/import\//, TEA, MERCHANT, "/testing/v1/imports?kind=orders", "import_id"],
  [/^\/testing\/addresses\/import\//, TEA, MERCHANT, "/testing/v1/imports?kind=addresses", "import_id"],
  [/^\/testing\/orders\//, TEA, MERCHANT, "/testing/v1/orders", "order_id"],
  [/^\/testing\/addresses\//, TEA, MERCHANT, "/testing/v1/addresses", "id"],
  [/^\/testing\/items\//, TEA, MERCHANT, "/testing/v1/items", "id"],
  [/^\/testing\/products\/import\//, PACKED, OUTDOOR, "/testing/v1/imports", "import_id"],
  [/^\/testing\/products\//, PACKED, OUTDOOR, "/testing/v1/products", "product_id"],
  [/^\/testing\/pick-pack\//, PACKED, OUTDOOR, "/testing/v1/pickpack/list", "order_id"],
  [/^\/warehouse\/testing\/stock\//, PACKED, OUTDOOR, "/testing/v1/products", "product_id"],
  [/^\/warehouse\/testing\/bench\//, PACKED, OUTDOOR, "/testing/v1/pickpack/list", "order_id"],
  [/^\/warehouse\/testing\/waves\//, null, WAREHOUSE, "/testing/v1/pickpack/waves", "wave_id"],
  [/^\/support\/accounts\//, null, SUPPORT, "/v1/accounts", "account_id"],
  [/^\/support\/tariffs\//, null, SUPPORT, "/v1/tariffs", "id"],
];

type Page = { path: string; account: string | null };

/** The pages with ids of things that are there; of what the demonstration has none, the id stays one of nothing. */
async function pagesWithObjects(browser: Browser): Promise<Page[]> {
  return Promise.all(
    PAGES.map(async (path) => {
      const [, account = null, email = "", list = "", field = ""] = OBJECTS.find(([page]) => page.test(path)) ?? [];
      if (!path.includes(NO_ID) || !list) return { path, account: null };
      const answer = await (await requests(browser, email)).get(list);
      const id = (await answer.json()).data[0]?.[field];
      expect(id, `${list} has none`).toBeTruthy();
      return { path: path.replace(NO_ID, id), account };
    }),
  );
}

async function requests(browser: Browser, email: string | null): Promise<APIRequestContext> {
  const context = await browser.newContext({ baseURL: productUrl() });
  if (email) await context.addCookies(await cookiesOf(browser, email));
  return context.request;
}

/** What a caller gets: the page, the sign-in, or another page or none. */
async function outcome(request: APIRequestContext, path: string, account: string) {
  const answer = await request.get(path + account);
  const { pathname, searchParams } = new URL(answer.url());
  // The people of an account are the same in both environments, and support says why before seeing them.
  const next = searchParams.get("next") ?? "";
  if (pathname === "/support/visit" && next.startsWith(path.replace("/testing", "/production"))) return "in";
  if (answer.status() === 404) return "out";
  if (answer.status() !== 200) return `status ${answer.status()}`;
  if (pathname === "/sign-in" && partOf(path) !== "public") return "sign-in";
  return partOf(pathname) === partOf(path) ? "in" : "out";
}

const CALLERS: readonly [name: string, email: string | null, role: Role | null, account: string | null][] = [
  ["nobody", null, null, null],
  ["an owner", MERCHANT, "owner", TEA],
  ["a member", "mei@sampan.example", "member", TEA],
  ["another merchant's owner", OUTDOOR, "owner", PACKED],
  ["support", SUPPORT, "support", null],
  ["the warehouse", WAREHOUSE, "warehouse", null],
];
/** Pages of one merchant, which staff open by naming the account. */
const isOfMerchant = (path: string) =>
  ["dashboard", "newWebhook", "newAddress", "statements", "people", "clients"].includes(partOf(path)) ||
  path.startsWith("/warehouse/testing/stock/");

test("all pages are found", opens(), () => {
  expect(PAGES.length).toBeGreaterThan(30);
  expect(new Set(PAGES.map(partOf))).toEqual(new Set(Object.keys(MAY_OPEN)));
});

for (const [name, email, role, own] of CALLERS)
  test(
    `${name} may open exactly the pages of the table of rights`,
    role && isStaff(role) ? {} : opens(),
    async ({ browser }) => {
      const request = await requests(browser, email);
      const pages = await pagesWithObjects(browser);
      expect(pages.filter(({ path }) => path.includes(NO_ID)).length).toBeLessThan(4);
      for (const { path, account } of pages)
        for (const named of role && isStaff(role) ? [account ?? PACKED, null] : [null]) {
          const part = partOf(path);
          const isNameless = role && isStaff(role) && isOfMerchant(path) && !named;
          const isTheirs = !account || !role || isStaff(role) || account === own;
          const isIn = role
            ? mayOpen(role, part) && !isNameless && isTheirs && !path.includes(NO_ID)
            : MAY_OPEN[part] === "anyone";
          const query = named ? `?account=${named}` : "";
          const found = await outcome(request, path, query);
          const wanted = isIn ? ["in"] : role ? ["out"] : ["sign-in"];
          // Who is signed in needs no sign-in.
          if (role && ["/", "/sign-in", "/second-factor"].includes(path)) wanted.push("out");
          expect(wanted, `${path}${query}: ${found}`).toContain(found);
        }
    },
  );

test("an API client opens no page with its token", async ({ browser, playwright }) => {
  const form = { grant_type: "client_credentials", ...DEMO_CLIENT };
  const program = await playwright.request.newContext({ baseURL: productUrl() });
  const { access_token } = await (await program.post("/testing/v1/oauth/token", { form })).json();
  const extraHTTPHeaders = { authorization: `Bearer ${access_token}` };
  expect((await program.get("/testing/v1/orders", { headers: extraHTTPHeaders })).status()).toBe(200);
  const request = await playwright.request.newContext({ baseURL: productUrl(), extraHTTPHeaders });
  for (const { path } of await pagesWithObjects(browser))
    expect(await outcome(request, path, ""), path).toBe(MAY_OPEN[partOf(path)] === "anyone" ? "in" : "sign-in");
});

// Real accounts end the demonstration, so these callers have a server of their own.
test("no disabled or suspended person opens a page, nor do staff open production without a second factor", async ({
  browser,
}) => {
  const product = await serve();
  const PASSWORD = "correct horse battery";
  const signedIn = async (email: string) => {
    const context = await browser.newContext({ baseURL: product.url });
    await signInBy(context.request, email, PASSWORD);
    return context.request;
  };
  // Where the page leads, without drawing that page as well.
  const landing = async (request: APIRequestContext, path: string, hops = 1): Promise<string> => {
    const answer = await request.get(path, { maxRedirects: 0 });
    const to = new URL(answer.headers().location ?? answer.url(), product.url);
    return hops > 1 ? landing(request, to.href, hops - 1) : to.pathname;
  };
  try {
    await product.admin("account", "create", "--name", "Shop", "--email", "a@example.com", "--password", PASSWORD);
    await product.admin("account", "create", "--name", "Other", "--email", "b@example.com", "--password", PASSWORD);
    for (const role of ["support", "warehouse"])
      await product.admin("person", "create", "--role", role, "--email", `${role}@example.com`, "--password", PASSWORD);
    const [disabled, suspended] = [await signedIn("a@example.com"), await signedIn("b@example.com")];
    await product.admin("person", "create", "--account", "100003", "--role", "owner", "--email", "c@example.com");
    await product.admin("person", "disable", "--email", "a@example.com");
    await product.admin("account", "update", "--account", "100004", "--suspended", "--reason", "TERMS");
    const merchants = PAGES.filter((path) =>
      ["dashboard", "settings", "people", "developers", "clients", "newWebhook", "newAddress"].includes(partOf(path)),
    );
    expect(merchants.length).toBeGreaterThan(15);
    for (const path of merchants.filter((each) => !each.includes(NO_ID))) {
      expect(await landing(disabled, path), path).toBe("/sign-in");
      expect(await landing(suspended, path), path).toBe("/no-access");
    }
    const support = await signedIn("support@example.com");
    const warehouse = await signedIn("warehouse@example.com");
    for (const path of merchants.filter((each) => partOf(each) === "dashboard" && !each.includes(NO_ID)))
      expect(await landing(support, `${path.replace("/testing", "/production")}?account=100003`, 2), path).toBe(
        "/support/security",
      );
    for (const path of ["/warehouse/production", "/warehouse/production/waves", "/warehouse/production/stock"]) {
      expect(await landing(support, path, 2), path).toBe("/support/security");
      expect(await landing(warehouse, path, 2), path).toBe("/warehouse/security");
    }
    expect(await landing(support, "/testing/orders?account=100003")).toBe("/testing/orders");
    expect(await landing(warehouse, "/warehouse/testing")).toBe("/warehouse/testing");
    expect(await landing(support, "/support", 2)).toBe("/support/security");
    expect(await landing(support, "/support?environment=testing")).toBe("/support/accounts");
  } finally {
    await product.stop();
  }
});
