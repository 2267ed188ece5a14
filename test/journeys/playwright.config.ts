import { defineConfig } from "@playwright/test";
import { BROWSER } from "../browser";

export default defineConfig({
  testDir: ".",
  testMatch: "*.journey.ts",
  // Weight, speed and look of pages are the same on either database, and so are the frame of the pages and whatever
  // only reads: their statements are tested on both without a browser.
  ...(process.env.TEST_DATABASE_URL
    ? {
        testIgnore: [
          "inp.journey.ts",
          "lazy-parts.journey.ts",
          "lighthouse.journey.ts",
          "paste.journey.ts",
          "public-pages.journey.ts",
          "rates.journey.ts",
          "records.journey.ts",
          "rights.journey.ts",
          "shell.journey.ts",
          "sign-out.journey.ts",
          "track.journey.ts",
          "typing.journey.ts",
          "weight.journey.ts",
          "webhook-looks.journey.ts",
        ],
        grepInvert: /accessible (in|at)|are accessible|(360|768) px/,
      }
    : {
        // What a clock measures wants a machine that does nothing else: npm run test:timed.
        projects: process.env.TIMED
          ? [{ name: "measured", testMatch: ["inp.journey.ts", "lighthouse.journey.ts", "typing.journey.ts"] }]
          : [{ name: "journeys", testIgnore: ["inp.journey.ts", "lighthouse.journey.ts"] }],
      }),
  globalSetup: "./start-product.ts",
  outputDir: "../../test-results",
  // Measured by itself: beside others a page is as slow as they make it.
  workers: process.env.TIMED ? 1 : 3,
  // So long that only what hangs meets them, however busy the machine is.
  timeout: 300_000,
  expect: { timeout: 30_000 },
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
