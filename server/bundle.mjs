// Bundles the programs of the product, one file each: started from its sources, each would translate them first.
import { join } from "node:path";
import { build } from "esbuild";
import externalPackages from "./external-packages.mjs";

const root = join(import.meta.dirname, "..");

await build({
  absWorkingDir: root,
  entryPoints: {
    server: "server/main.ts",
    worker: "server/worker-main.ts",
    admin: "server/admin.ts",
  },
  outdir: ".next/programs",
  outExtension: { ".js": ".cjs" },
  bundle: true,
  platform: "node",
  target: "node20",
  // A module that is loaded late runs late; an ES module would load all external packages first.
  format: "cjs",
  external: ["next", ...externalPackages],
  logLevel: "warning",
});
