/** The build's own settings, in the two ways in which Next asks for them. */
import { expect, it } from "vitest";
import config from "../../next.config.mjs";

/** What Next gives it of webpack. */
const webpack = { DefinePlugin: class {} };

const asked = (optimization: object, dev: boolean) => {
  const given = { context: process.cwd(), optimization, plugins: [], resolve: { alias: {} }, module: { rules: [] } };
  return config.webpack?.(given as never, { dev, isServer: false, webpack, dir: process.cwd() } as never);
};

it("splits a build's scripts, and leaves development, which splits none, as it is", () => {
  const built = asked({ splitChunks: { cacheGroups: {} } }, false);
  expect(built.optimization.splitChunks).toMatchObject({ minSize: 10_000, cacheGroups: { shared: { minChunks: 55 } } });
  expect(asked({ splitChunks: false }, true).optimization).toEqual({ splitChunks: false });
});
