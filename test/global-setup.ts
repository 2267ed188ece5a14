import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { missingIn } from "./both-ways/missing";
import { dropDatabases, embeddedTemplates, postgresqlTemplates } from "./templates";

/** Once a run, before any worker: the templates of the chosen engine and a folder for the run's files. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const run = `${process.pid}_${randomBytes(3).toString("hex")}`;
  // Not below the project: a unix socket's address holds some 100 bytes, and the project may have a long path.
  const testFolder = await mkdtemp(join(tmpdir(), "sampan-test-"));
  const adminUrl = process.env.TEST_DATABASE_URL;
  const templates = await (adminUrl
    ? postgresqlTemplates(adminUrl, run)
    : embeddedTemplates(join(import.meta.dirname, "../.test")));
  project.provide("templates", templates);
  project.provide("testFolder", testFolder);
  return async () => {
    if (templates.engine === "postgresql") await dropDatabases(templates.adminUrl, templates.prefix);
    const missing = process.env.BOTH_WAYS && project.name === "node" ? missingIn(testFolder) : [];
    await rm(testFolder, { recursive: true, force: true });
    if (missing.length) throw new Error(`not compared both ways: ${missing.join(", ")}`);
  };
}
