// The addresses that `app/` and `public/` make, for the build: proxy.ts knows by them what is nowhere.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Every file below a folder, as a path from it. */
function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length));
}

/** `/(dashboard)/[environment]/orders/page.tsx` is the address `/[environment]/orders`. */
function addressOf(path) {
  const steps = path.split("/").slice(1, -1);
  return `/${steps.filter((step) => !step.startsWith("(")).join("/")}`;
}

/**
 * Addresses of pages, and of the files beside them; `[name]` is any step, `[...name]` are one or more. The API is none of them: its operations are in lib/operations.ts.
 */
export function pageAddresses(root) {
  const app = filesBelow(join(root, "app")).filter((path) => !path.startsWith("/v1/"));
  const below = (name) => app.filter((path) => path.endsWith(name)).map(addressOf);
  const images = app.filter((path) => /^\/(favicon|icon|apple-icon)\.\w+$/.test(path));
  return { pages: below("/page.tsx"), files: [...below("/route.ts"), ...images, ...filesBelow(join(root, "public"))] };
}
