import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

const ROOT = join(import.meta.dirname, "../..");
const NEXT = join(ROOT, "node_modules/next/dist/bin/next");
const BARE = join(ROOT, ".test/bare");

/** A port that is free now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

/** Settings of Node that `npm start` has: both servers get them, for ratios that say something of the product. */
const NODE = ["--max-semi-space-size=64"];

export type Server = { url: string; pid: number; stop(): Promise<void> };

async function serve(
  folder: string,
  argv: readonly string[],
  variables: Record<string, string>,
  probe: string,
): Promise<Server> {
  const port = await freePort();
  const child: ChildProcess = spawn(process.execPath, [...NODE, ...argv], {
    cwd: folder,
    env: {
      ...process.env,
      NODE_ENV: "production",
      PORT: String(port),
      LOG_LEVEL: "warn",
      WEB_CONCURRENCY: "1",
      ...variables,
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const url = `http://127.0.0.1:${port}`;
  for (let attempt = 0; ; attempt++) {
    if (child.exitCode !== null || attempt > 600) throw new Error(`the server in ${folder} did not come up`);
    const answer = await fetch(url + probe).catch(() => null);
    if (answer?.ok) break;
    await wait(100);
  }
  return {
    url,
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill("SIGTERM");
      if (child.exitCode === null) await new Promise((resolve) => child.once("exit", resolve));
    },
  };
}

/** The product on its production build, as `npm start` runs it. `preload`: a module that is imported first. */
export function serveProduct(variables: Record<string, string>, preload?: string): Promise<Server> {
  execFileSync(process.execPath, ["server/ensure-build.mjs"], { cwd: ROOT, stdio: "inherit" });
  const first = preload ? ["--import", "tsx/esm", "--import", join(import.meta.dirname, preload)] : [];
  return serve(ROOT, [...first, ".next/programs/server.cjs"], variables, "/readyz");
}

/** What the product is measured beside: a Next application whose one route handler parses the body and answers. */
export function serveBare(): Promise<Server> {
  if (!existsSync(join(BARE, ".next/BUILD_ID"))) {
    mkdirSync(join(BARE, "app/bare"), { recursive: true });
    const files: Record<string, string> = {
      "package.json": '{"private":true,"type":"module"}',
      "next.config.mjs": `export default { turbopack: { root: ${JSON.stringify(ROOT)} } };`,
      "app/layout.jsx":
        "export default function Layout({ children }) { return <html lang='en'><body>{children}</body></html>; }",
      "app/bare/route.js":
        "export async function POST(request) { const body = await request.json(); return Response.json({ data: { ship_type: body.ship_type } }); }\n" +
        "export function GET() { return Response.json({ data: [] }); }",
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(BARE, name), text);
    execFileSync(process.execPath, [NEXT, "build"], { cwd: BARE, stdio: "inherit" });
  }
  return serve(BARE, [NEXT, "start"], {}, "/bare");
}
