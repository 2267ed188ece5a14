import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL(".", import.meta.url));

/** Tests that kill real servers (`npm run test:faults`): one after the other, for each wants the machine to itself. */
export default defineConfig({
  resolve: { alias: { "@": root.replace(/\/$/, "") } },
  test: {
    environment: "node",
    include: ["test/faults/**/*.test.ts"],
    pool: "forks",
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
