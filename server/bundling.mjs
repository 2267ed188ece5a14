// How the programs of the product are bundled, by the build and in development.

/** Packages that no bundle has within it, of Next or of the programs: they have files of their own, or native code. */
export const externalPackages = [
  ...["@electric-sql/pglite", "pdfkit", "fontkit", "bwip-js", "pino", "@node-rs/argon2", "sharp", "pg"],
];

/** The programs of the product, by the files that they begin with. */
export const programs = {
  server: "server/process/main.ts",
  worker: "server/process/worker-main.ts",
  admin: "server/cli/admin.ts",
};

/** Options of esbuild. */
export const bundling = {
  bundle: true,
  platform: "node",
  target: "node20",
  // A module that is loaded late runs late; an ES module would load all external packages first.
  format: "cjs",
  external: ["next", "esbuild", ...externalPackages],
  outExtension: { ".js": ".cjs" },
  logLevel: "warning",
};
