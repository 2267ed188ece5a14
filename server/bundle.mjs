// Bundles the programs of the product, one file each: started from its sources, each would translate them first.
import { join } from "node:path";
import { build } from "esbuild";
import { bundling, programs } from "./bundling.mjs";

await build({
  ...bundling,
  absWorkingDir: join(import.meta.dirname, ".."),
  entryPoints: programs,
  outdir: ".next/programs",
});
