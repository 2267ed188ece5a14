import createNextIntlPlugin from "next-intl/plugin";
import { externalPackages } from "./server/bundling.mjs";
import { pageAddresses } from "./server/page-addresses.mjs";

/** @type {import("next").NextConfig} */
const config = {
  serverExternalPackages: externalPackages,
  poweredByHeader: false,
  // The http server does it, for all answers (`server/http/server.ts`).
  compress: false,
  // Loaded at a start, all pages would make it longer by a third: each is loaded when it is first asked for.
  experimental: { preloadEntriesOnStart: false },
  // `npm run check` is where types are judged.
  typescript: { ignoreBuildErrors: true },
  // Lists of the files that a server without this folder would need: no process reads them, and they take a third of
  // the build.
  outputFileTracingExcludes: { "next-server": ["**/*"] },
  webpack(config, { dev, isServer, webpack }) {
    // It warns of what its cache cannot follow inside libraries, and means nothing for what is built.
    config.infrastructureLogging = { level: "error" };
    if (!isServer && !dev) {
      const { splitChunks } = config.optimization;
      // Modules of less than 20 kB would be copied into every file that needs them: a tenth of what a page loads.
      splitChunks.minSize = 10_000;
      // What nearly all files need is one of its own, and copied into none: 3 % of what a page loads.
      const shared = { test: (module) => module.size() < 10_000, minChunks: 55 };
      splitChunks.cacheGroups.shared = { ...shared, name: "shared", enforce: true, priority: 5, chunks: "all" };
    }
    const addresses = JSON.stringify(pageAddresses(import.meta.dirname));
    config.plugins.push(new webpack.DefinePlugin({ PAGE_ADDRESSES: addresses }));
    return config;
  },
  // What `public/` has: pictures stay for a week, texts for an hour.
  headers: async () =>
    [
      ["/:file([^/]+\\.png)", 604_800],
      ["/:file(manifest\\.webmanifest|robots\\.txt|llms\\.txt)", 3600],
    ].map(([source, seconds]) => ({
      source,
      headers: [{ key: "cache-control", value: `public, max-age=${seconds}` }],
    })),
  // Where the page of jobs was before.
  redirects: async () => [
    {
      source: "/:environment(testing|production)/orders/print-jobs",
      destination: "/:environment/jobs",
      permanent: true,
    },
  ],
  // A trailing slash is the same address, not a redirect: many clients drop the body on a 308.
  skipTrailingSlashRedirect: true,
};

// Messages are compiled when the product is built: browsers need no parser of their syntax (9 kB). Those of mails are not,
// because the programs, which write them too, are bundled without Next.
const PAGE_WORDS = ["./lib/i18n/en.json", "./lib/i18n/zh-Hant.json", "./lib/i18n/late"];
const withWords = createNextIntlPlugin({
  requestConfig: "./server/pages/language.ts",
  experimental: { messages: { path: PAGE_WORDS, format: "json", locales: "infer", precompile: true } },
});

export default withWords(config);
