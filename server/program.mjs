// Runs a program of the product: the one that the build has made, or its sources where they are newer or nothing is built.
import { isCurrent } from "./build-state.mjs";
import { programs } from "./bundling.mjs";

const [name] = process.argv.splice(2, 1);

if (isCurrent()) await import(`../.next/programs/${name}.cjs`);
else {
  const { register } = await import("tsx/esm/api");
  register();
  await import(`../${programs[name]}`);
}
