// A start of two processes, as `npm start` makes them.
// "killed": when the second sends its first message, the first is killed, and the supervisor has no chance to notice
// before it passes the message on. Prints "replaced" when another process has taken its place.
// "dying": all but the first end at once.
import cluster from "node:cluster";
import { supervise } from "@/server/process/supervisor";

const isDying = process.argv[2] === "dying";

if (cluster.isPrimary) {
  cluster.on("message", ({ id }) => {
    if (isDying) return;
    if (id === 2) {
      cluster.workers?.[1]?.process.kill("SIGKILL");
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
    }
    if (id === 3) console.log("replaced");
  });
  await supervise(2);
} else if (isDying && cluster.worker?.id !== 1) {
  process.exit(7);
} else {
  process.on("message", () => {});
  process.send?.([]);
}
