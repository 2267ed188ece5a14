import { join } from "node:path";
import { beforeAll, inject } from "vitest";
import { openDatabaseWith } from "@/server/db/database";
import { overrideEnv, readEnv } from "@/server/env";
import { registerPickPack } from "@/server/pick-pack";
import { resetDatabase, testDatabase, testDatabaseUrl } from "./database";

// Before each test file: the settings and the database that `env()` and `database()` give to what is tested.
overrideEnv(
  readEnv({
    NODE_ENV: "test",
    LOG_LEVEL: "silent",
    DATA_DIR: join(inject("testFolder"), `data-${process.pid}`),
    APP_SECRET: "a secret of tests, and of nothing else",
    DATABASE_URL: testDatabaseUrl,
  }),
);
openDatabaseWith(testDatabase);
registerPickPack();

beforeAll(resetDatabase);
