// A process that migrates the PostgreSQL database of its argument and says which migrations it ran.
import { openDatabase } from "@/server/db/database";
import { migrate } from "@/server/db/migrate";

const database = await openDatabase({ databaseUrl: process.argv[2], databasePoolMax: 3, dataDir: "" });
console.log(JSON.stringify(await migrate(database)));
await database.close();
