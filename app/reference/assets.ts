import swagger from "swagger-ui-dist/package.json";

/**
 * Part of the addresses of the assets, which browsers keep for ever: raise the last number when we change how they are
 * served.
 */
export const ASSETS_VERSION = `${swagger.version}-1`;
