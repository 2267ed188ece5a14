/**
 * `npm run listen -- [--forward-to URL]`: shows events of the testing environment as they arrive, and posts them to a
 * program on the developer's machine as an endpoint would get them. Uses only the API and its credentials.
 */

import { STATUS_CODES } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { styleText } from "node:util";
import { request } from "undici";
import { hongKongDateTime } from "@/lib/calendar";
import { firstLineOf } from "@/lib/webhooks/webhook-answer";
import { reasonOf } from "@/server/db/wait-for-database";
import { deliveryHeaders } from "@/server/webhooks";
import { ListenClient } from "./listen-client";
import { EventFeed, type ListedEvent } from "./listen-events";
import { HELP, type ListenSettings, RETRY_SECONDS, readSettings } from "./listen-settings";

/** As long as a delivery waits for an answer (contract §15.6). */
const ANSWER_MS = 15_000;

type Colour = Parameters<typeof styleText>[0];
const hasColours = process.stdout.isTTY === true && process.stdout.hasColors();
const coloured = (colour: Colour, text: string) => (hasColours ? styleText(colour, text) : text);
const say = (line: string) => process.stdout.write(`${line}\n`);

/**
 * Posts an event like a delivery and prints the result. What is not taken is tried again later, while others go on.
 * Continues if the receiver fails.
 */
async function forward(event: ListedEvent, url: string, secret: string, signal: AbortSignal): Promise<void> {
  const attempt = async (next: number | undefined) => {
    const { isTaken, text } = await post(event, url, secret, signal);
    const what = next === undefined ? "given up" : `again in ${next} s`;
    const about = isTaken ? "" : `; ${what}: ${event.event} ${subjectOf(event)}`;
    say(`          ${coloured(isTaken ? "green" : "red", `→ ${text}`)}${about}`);
    return isTaken;
  };
  const retries = async () => {
    for (const [index, seconds] of RETRY_SECONDS.entries()) {
      await wait(seconds * 1000, undefined, { signal });
      if (await attempt(RETRY_SECONDS[index + 1])) return;
    }
  };
  if (await attempt(RETRY_SECONDS[0])) return;
  retries().catch((error) => {
    if (!signal.aborted) throw error;
  });
}

/** One attempt, and its result in words. */
async function post(event: ListedEvent, url: string, secret: string, signal: AbortSignal) {
  const { event_id: eventId, body } = event;
  const signing = { at: new Date(), secrets: [secret], signature: true, legacySignature: false };
  const headers = {
    ...deliveryHeaders({ event: event.event, eventId, body, ...signing }),
    "accept-encoding": "identity",
  };
  const startedAt = performance.now();
  const late = AbortSignal.timeout(ANSWER_MS);
  let text: string;
  let isTaken = false;
  try {
    const options = { method: "POST", headers, body, signal: AbortSignal.any([signal, late]) } as const;
    const { statusCode, body: answer } = await request(url, options);
    isTaken = statusCode === 200;
    // Only the status counts, as for deliveries; the answer's beginning says why it is another.
    const line = isTaken ? null : firstLineOf(await beginningOf(answer));
    if (isTaken) await answer.dump().catch(() => {});
    text = [`${statusCode} ${STATUS_CODES[statusCode] ?? ""}`.trim(), line].filter(Boolean).join(" · ");
  } catch (error) {
    if (signal.aborted) throw error;
    text = late.aborted ? `no answer within ${ANSWER_MS / 1000} s` : `not reached: ${reasonOf(error)}`;
  }
  return { isTaken, text: `${text} (${Math.round(performance.now() - startedAt)} ms)` };
}

/** At most 4 KiB of an answer; what cannot be read is left out. */
async function beginningOf(answer: AsyncIterable<Buffer>): Promise<string> {
  let text = "";
  try {
    for await (const chunk of answer) {
      text += chunk.toString();
      if (text.length > 4096) break;
    }
  } catch {
    // The status came, and counts.
  }
  return text;
}

/** The order, or the product, that an event is about. */
function subjectOf({ order_id, body }: ListedEvent): string {
  if (order_id !== null) return `order ${order_id}`;
  return `product ${(JSON.parse(body) as { data: { sku: string } }).data.sku}`;
}

async function listen(settings: ListenSettings, signal: AbortSignal): Promise<void> {
  const { api, clientId, forwardTo, secret } = settings;
  const client = new ListenClient({
    ...settings,
    signal,
    onTrouble: (message) => say(coloured("yellow", `${message}; trying again…`)),
    onRecovery: () => say(coloured("yellow", "The API answers again. Nothing is missed.")),
  });
  const feed = new EventFeed(client, settings.events);
  await feed.begin(settings.since);
  say(`Listening to the testing events of ${clientId} at ${api}; Ctrl+C ends it.`);
  if (forwardTo) say(`Forwarding to ${forwardTo}, signed with ${secret}`);
  for await (const event of feed.events()) {
    const time = hongKongDateTime(new Date(event.replayed_at ?? event.created_at)).slice(11);
    say(`${coloured("dim", time)}  ${coloured("bold", event.event.padEnd(22))}  ${subjectOf(event)}`);
    if (settings.isPrinting) say(JSON.stringify(JSON.parse(event.body), null, 2).replace(/^/gm, "          "));
    if (forwardTo) await forward(event, forwardTo, secret, signal);
  }
}

const stopping = new AbortController();
for (const name of ["SIGINT", "SIGTERM"]) process.on(name, () => stopping.abort());
// The reader of the output has gone away.
process.stdout.on("error", () => process.exit());

try {
  const settings = readSettings(process.argv.slice(2));
  if (settings) await listen(settings, stopping.signal);
  else say(HELP);
} catch (error) {
  if (stopping.signal.aborted) say("Stopped.");
  else {
    process.stderr.write(`${reasonOf(error)}\n`);
    process.exitCode = 1;
  }
}
