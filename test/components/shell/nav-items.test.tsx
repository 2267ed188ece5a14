import { readdirSync } from "node:fs";
import { join } from "node:path";
import { PathnameContext } from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import { expect, it } from "vitest";
import { WorkspaceProvider } from "@/components/environment";
import type { NavItem } from "@/components/shell/nav-items";
import { usePaletteItems } from "@/components/shell/palette-items";
import { render } from "../render";

const PAGES = join(import.meta.dirname, "../../../app/(dashboard)/[environment]");

/** The addresses of all pages that name no object, below the environment. */
const pages = readdirSync(PAGES, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith("page.tsx"))
  .map((path) => `/${path.replace(/\(\w+\)\//, "").replace(/\/?page\.tsx$/, "")}`)
  .filter((path) => !path.includes("["));

const ofSettings = ["/notifications", "/settings"].concat(
  ["activity", "boxes", "defaults", "notifications", "rules", "security"].map((name) => `/settings/${name}`),
);
const ofDevelopers = ["/developers", "/developers/events", "/developers/requests"];

let items: NavItem[] = [];

function Probe() {
  items = usePaletteItems();
  return null;
}

it.each([
  ["owner", []],
  ["member", ["/webhooks/new"]],
  ["support", ["/addresses/import", "/addresses/new", ...ofDevelopers, ...ofSettings]],
] as const)("there is an item for every page that %s may open, in both languages", (role, closed) => {
  for (const language of ["en", "zh-Hant"] as const) {
    render(
      <PathnameContext value="/testing">
        <WorkspaceProvider
          workspace={{
            environment: "testing",
            account: { id: "100001", name: "Harbour Tea", pickPack: true },
            person: { id: "1", name: "Mak", email: "tea@sampan.example", role },
            isStaff: role === "support",
          }}
        >
          <Probe />
        </WorkspaceProvider>
      </PathnameContext>,
      language,
    );
    expect(pages.length).toBeGreaterThan(25);
    const led = items.map(({ href }) => new URL(href, "http://localhost").pathname.replace("/testing", "") || "/");
    expect(pages.filter((path) => !led.includes(path)).sort()).toEqual([...closed].sort());
    // Of two items with one name, the reader could not know which is which.
    expect(new Set(items.map(({ label }) => label)).size).toBe(items.length);
    if (language === "zh-Hant") for (const { label } of items) expect(label).toMatch(/\p{Script=Han}|^Webhook$/u);
  }
});
