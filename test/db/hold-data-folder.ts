// A process that claims the folder of its first argument, waiting at most the milliseconds of its second, prints the
// result, and holds the folder until its input ends.
import { lockDataFolder } from "@/server/db/data-folder-lock";

try {
  const release = await lockDataFolder(process.argv[2] ?? "", Number(process.argv[3]));
  console.log("held");
  for await (const _ of process.stdin);
  release();
  console.log("released");
} catch (error) {
  console.log(`${(error as Error).name}: ${(error as Error).message}`);
}
