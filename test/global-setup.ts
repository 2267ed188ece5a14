import { randomBytes } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { dropDatabases, embeddedTemplates, postgresqlTemplates } from "./templates";

/** Once a run, before any worker: the templates of the chosen engine and a folder for the run's files. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = join(import.meta.dirname, "../.test");
  const run = `${process.pid}_${randomBytes(3).toString("hex")}`;
  const testFolder = join(folder, `run-${run}`);
  await mkdir(testFolder, { recursive: true });
  const adminUrl = process.env.TEST_DATABASE_URL;
  const templates = await (adminUrl ? postgresqlTemplates(adminUrl, run) : embeddedTemplates(folder));
  project.provide("templates", templates);
  project.provide("testFolder", testFolder);
  return async () => {
    if (templates.engine === "postgresql") await dropDatabases(templates.adminUrl, templates.prefix);
    await rm(testFolder, { recursive: true, force: true });
  };
}
