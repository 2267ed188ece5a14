import { existsSync } from "node:fs";

/** Debian's own browser, so that nothing is downloaded; the shell, which draws no window, needs a fifth less of a machine. */
export const BROWSER =
  process.env.CHROMIUM ??
  (existsSync("/usr/bin/chromium-headless-shell") ? "/usr/bin/chromium-headless-shell" : "/usr/bin/chromium");
