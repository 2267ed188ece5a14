import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL(".", import.meta.url));
const alias = { "@": root.replace(/\/$/, "") };

export default defineConfig({
  test: {
    // Each process has a database of its own, so that none waits for another.
    maxWorkers: "100%",
    projects: [
      {
        resolve: { alias },
        test: {
          name: "node",
          environment: "node",
          include: ["test/**/*.test.ts"],
          exclude: ["test/faults/**", "test/journeys/**", "test/bench/**"],
          pool: "forks",
          isolate: false,
          setupFiles: ["test/setup.ts"],
          globalSetup: ["test/global-setup.ts"],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        plugins: [react()],
        resolve: { alias },
        test: {
          name: "dom",
          environment: "jsdom",
          include: ["test/components/**/*.test.tsx"],
          setupFiles: ["test/components/setup.ts"],
          testTimeout: 20_000,
        },
      },
    ],
  },
});
