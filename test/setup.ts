import { join } from "node:path";
import { afterAll, beforeAll, inject } from "vitest";
import { forgetStatements, openDatabaseWith } from "@/server/db/database";
import { overrideEnv, readEnv } from "@/server/env";
import { registerListeners } from "@/server/listeners";
import { forgetIds } from "@/server/orders/create/numbers";
import { requireMachineTime } from "./clock";
import { expectTwinsUntouched, productDatabase, resetDatabase, testDatabaseUrl } from "./database";
import { requireNoDeprecation } from "./deprecations";

requireMachineTime();
afterAll(requireMachineTime);
requireNoDeprecation();
afterAll(requireNoDeprecation);

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
openDatabaseWith(productDatabase);
registerListeners();

beforeAll(forgetStatements);
beforeAll(forgetIds);
beforeAll(resetDatabase);
afterAll(expectTwinsUntouched);

// `npm run test:full`: each operation is compared, as the server itself and as Next's route answers it.
if (process.env.BOTH_WAYS) {
  const { compareCalls, note } = await import("./both-ways/compare");
  compareCalls();
  afterAll(note);
}
