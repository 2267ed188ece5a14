// Packages that no bundle has within it, of Next or of the programs: they have files of their own, or native code.
export default ["@electric-sql/pglite", "pdfkit", "fontkit", "bwip-js", "pino", "@node-rs/argon2", "pg"];
