import { describe, expect, it } from "vitest";
import { ASSETS_VERSION } from "@/app/reference/assets";
import { GET } from "@/app/reference/assets/[file]/route";

const get = (file: string, query = "") =>
  GET(new Request(`http://localhost:3000/reference/assets/${file}${query}`), { params: Promise.resolve({ file }) });

describe("assets of the reference page", () => {
  it.each([
    ["swagger-ui.css", "text/css; charset=utf-8"],
    ["swagger-ui-bundle.js", "text/javascript; charset=utf-8"],
  ])("serves %s by ourselves, for ever under its version", async (file, type) => {
    const versioned = await get(file, `?v=${ASSETS_VERSION}`);
    expect(versioned.status).toBe(200);
    expect(versioned.headers.get("content-type")).toBe(type);
    expect(versioned.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect((await get(file)).headers.get("cache-control")).toBe("no-cache");
    expect((await get(file, "?v=1")).headers.get("cache-control")).toBe("no-cache");
  });

  it("puts the style in a layer and loads nothing from elsewhere", async () => {
    const style = await (await get("swagger-ui.css")).text();
    expect(style).toMatch(/^@layer swagger-ui\{/);
    expect(style).not.toMatch(/@import|@font-face|url\(["']?https?:/);
  });

  it.each(["package.json", "../package.json", "index.html", "swagger-ui.js", "constructor", "__proto__"])(
    "does not serve %s",
    async (file) => expect((await get(file)).status).toBe(404),
  );
});
