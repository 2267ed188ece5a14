// A process of receivers for the bench: /ok answers 200 at once, /hang never, /error 500. Its parent gets, over IPC,
// where it is, and on each "report" the arrivals since the last one.
import { startReceiver } from "../receiver";

const arrivals: { id: string; at: number }[] = [];
const receiver = await startReceiver({
  answer: ({ path, headers }, respond) => {
    if (path === "/hang") return;
    respond.statusCode = path === "/error" ? 500 : 200;
    if (path === "/ok") arrivals.push({ id: String(headers["x-event-id"]), at: Date.now() });
    // What a receiver got is kept by it; a bench has no use for it.
    receiver.received.length = 0;
    respond.end();
  },
});
process.on("message", () => process.send?.({ arrivals: arrivals.splice(0) }));
process.on("disconnect", () => process.exit());
process.send?.({ origin: new URL(receiver.url).origin, host: receiver.host, ca: receiver.ca });
