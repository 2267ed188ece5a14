import { defineConfig } from "@playwright/test";
import { BROWSER } from "../browser";

export default defineConfig({
  testDir: ".",
  testMatch: "*.journey.ts",
  // What a page weighs, how fast it draws, how it looks and loads is the same on either database; so is the frame of
  // the pages, and what only reads: their statements are tested on both without a browser.
  ...(process.env.TEST_DATABASE_URL
    ? {
        testIgnore: [
          "lazy-parts.journey.ts",
          "lighthouse.journey.ts",
          "public-pages.journey.ts",
          "shell.journey.ts",
          "track.journey.ts",
          "weight.journey.ts",
          "webhook-looks.journey.ts",
        ],
        grepInvert: /accessible (in|at)|are accessible|360 px/,
      }
    : {}),
  globalSetup: "./start-product.ts",
  outputDir: "../../test-results",
  workers: 3,
  timeout: 90_000,
  // On a busy machine a page may take seconds to draw.
  expect: { timeout: 15_000 },
  reporter: [["list"]],
  use: {
    launchOptions: {
      executablePath: BROWSER,
      args: ["--no-sandbox", "--disable-gpu"],
    },
    locale: "en-GB",
    timezoneId: "Asia/Hong_Kong",
    screenshot: "only-on-failure",
  },
});
