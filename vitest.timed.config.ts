import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL(".", import.meta.url));

/**
 * Whether the time of an answer tells who has a sign-in, whether any text keeps the server busy, and whether what is
 * asked while a person types is answered in time (`npm run test:timed`): it wants the machine to itself.
 */
export default defineConfig({
  resolve: { alias: { "@": root.replace(/\/$/, "") } },
  test: {
    environment: "node",
    include: ["test/timed/**/*.test.ts"],
    pool: "forks",
    fileParallelism: false,
    isolate: false,
    setupFiles: ["test/setup.ts"],
    globalSetup: ["test/global-setup.ts"],
    testTimeout: 300_000,
    hookTimeout: 60_000,
  },
});
