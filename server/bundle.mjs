// Bundles the programs of the product, one file each: started from its sources, each would translate them first.
import { join } from "node:path";
import { build } from "esbuild";
import { bundling } from "./bundling.mjs";

await build({
  ...bundling,
  absWorkingDir: join(import.meta.dirname, ".."),
  entryPoints: {
    server: "server/process/main.ts",
    worker: "server/process/worker-main.ts",
    admin: "server/cli/admin.ts",
  },
  outdir: ".next/programs",
});
