/**
 * `npm run listen -- [--forward-to URL]`: shows the events of the testing environment as they come, and posts them to a
 * program of the developer's machine as an endpoint would get them. Needs the API and its credentials alone.
 */

import { STATUS_CODES } from "node:http";
import { parseArgs, styleText } from "node:util";
import { request } from "undici";
import { hongKongDateTime } from "@/lib/calendar";
import { TRACKING_EVENT_NAMES, type TrackingEvent } from "@/lib/order-status";
import { reasonOf } from "@/server/db/reach";
import { listenerCredentials } from "@/server/env";
import { deliveryHeaders, newSecret } from "@/server/webhooks";
import { ListenClient } from "./listen-client";
import { EventFeed, type ListedEvent } from "./listen-events";

/** As long as a delivery waits for its answer (decisions §8.6). */
const ANSWER_MS = 15_000;

const HELP = `npm run listen -- [OPTIONS]
Shows the events of your testing orders as they come, and posts them to your program signed as webhooks are.

  --forward-to URL      post each event there, once: http (may be left out) or https
  --secret SECRET       sign with this secret (whsec_…); without it one is made and shown
  --events A,B          these types only: ${TRACKING_EVENT_NAMES.slice(0, 4).join(", ")},
                        ${TRACKING_EVENT_NAMES.slice(4).join(", ")}
  --print               show the bodies
  --api ADDRESS         where the API is (http://localhost:3000)
  --client-id ID        an API client of the testing environment; or SAMPAN_CLIENT_ID
  --client-secret TEXT  its secret; or SAMPAN_CLIENT_SECRET
  --help                show this

For a receiver over https with a certificate of your own, set NODE_EXTRA_CA_CERTS to the file of its authority.`;

type Settings = {
  api: string;
  clientId: string;
  clientSecret: string;
  forwardTo: string | undefined;
  secret: string;
  events: readonly TrackingEvent[];
  isPrinting: boolean;
};

/** Reads the options; undefined when help is asked for. Throws an error with words for the developer. */
function readSettings(argv: string[]): Settings | undefined {
  const text = { type: "string" } as const;
  const flag = { type: "boolean" } as const;
  const { values } = parseArgs({
    args: argv,
    options: {
      ...{ "forward-to": text, secret: text, events: text, print: flag, help: { ...flag, short: "h" } },
      ...{ api: text, "client-id": text, "client-secret": text },
    },
  });
  if (values.help) return undefined;
  const found = listenerCredentials();
  const clientId = values["client-id"] ?? found.clientId;
  const clientSecret = values["client-secret"] ?? found.clientSecret;
  if (!clientId || !clientSecret) {
    throw new Error(
      "It needs an API client of the testing environment: --client-id and --client-secret, or SAMPAN_CLIENT_ID and SAMPAN_CLIENT_SECRET.",
    );
  }
  const api = webAddress(values.api ?? "http://localhost:3000", "api");
  if (api.href !== `${api.origin}/`) throw new Error(`--api must be an address without a path, such as ${api.origin}.`);
  if (values.secret !== undefined && !/^whsec_[A-Za-z0-9+/]+={0,2}$/.test(values.secret)) {
    throw new Error("--secret must be a webhook secret: whsec_ and base64.");
  }
  return {
    api: api.origin,
    clientId,
    clientSecret,
    forwardTo: values["forward-to"] === undefined ? undefined : webAddress(values["forward-to"], "forward-to").href,
    secret: values.secret ?? newSecret(),
    events: values.events === undefined ? TRACKING_EVENT_NAMES : eventTypes(values.events),
    isPrinting: values.print ?? false,
  };
}

/** `localhost:4000/hook` is taken for http. */
function webAddress(text: string, option: string): URL {
  const address = text.includes("://") ? text : `http://${text}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) {
    throw new Error(`--${option} must be an http:// or https:// address without a user, not ${text}`);
  }
  return url;
}

function eventTypes(text: string): TrackingEvent[] {
  return text.split(",").map((item) => {
    const event = TRACKING_EVENT_NAMES.find((name) => name === item.trim());
    if (!event)
      throw new Error(`--events: there is no type ${item.trim()}. Types: ${TRACKING_EVENT_NAMES.join(", ")}.`);
    return event;
  });
}

type Colour = Parameters<typeof styleText>[0];
const hasColours = process.stdout.isTTY === true && process.stdout.hasColors();
const coloured = (colour: Colour, words: string) => (hasColours ? styleText(colour, words) : words);
const say = (line: string) => process.stdout.write(`${line}\n`);

/** Posts an event as a delivery would be, and says what came of it. A receiver that fails ends nothing. */
async function forward(event: ListedEvent, url: string, secret: string, signal: AbortSignal): Promise<void> {
  const { event_id: eventId, body } = event;
  const signing = { at: new Date(), secrets: [secret], signature: true, legacySignature: false };
  const headers = {
    ...deliveryHeaders({ event: event.event, eventId, body, ...signing }),
    "accept-encoding": "identity",
  };
  const startedAt = performance.now();
  const late = AbortSignal.timeout(ANSWER_MS);
  let words: string;
  let isTaken = false;
  try {
    const options = { method: "POST", headers, body, signal: AbortSignal.any([signal, late]) } as const;
    const { statusCode, body: answer } = await request(url, options);
    isTaken = statusCode === 200;
    words = `${statusCode} ${STATUS_CODES[statusCode] ?? ""}`.trim();
    // Only the status counts, as with deliveries.
    await answer.dump().catch(() => {});
  } catch (error) {
    if (signal.aborted) throw error;
    words = late.aborted ? `no answer within ${ANSWER_MS / 1000} s` : `not reached: ${reasonOf(error)}`;
  }
  const milliseconds = Math.round(performance.now() - startedAt);
  say(`          ${coloured(isTaken ? "green" : "red", `→ ${words}`)} (${milliseconds} ms)`);
}

async function listen(settings: Settings, signal: AbortSignal): Promise<void> {
  const { api, clientId, forwardTo, secret } = settings;
  const client = new ListenClient({
    ...settings,
    signal,
    onTrouble: (message) => say(coloured("yellow", `${message}; trying again…`)),
    onRecovery: () => say(coloured("yellow", "The API answers again. Nothing is missed.")),
  });
  const feed = new EventFeed(client);
  await feed.begin();
  say(`Listening to the testing events of ${clientId} at ${api}; Ctrl+C ends it.`);
  if (forwardTo) say(`Forwarding to ${forwardTo}, signed with ${secret}`);
  for await (const event of feed.events()) {
    if (!settings.events.includes(event.event)) continue;
    const time = hongKongDateTime(new Date(event.created_at)).slice(11);
    say(`${coloured("dim", time)}  ${coloured("bold", event.event.padEnd(22))}  order ${event.order_id}`);
    if (settings.isPrinting) say(JSON.stringify(JSON.parse(event.body), null, 2).replace(/^/gm, "          "));
    if (forwardTo) await forward(event, forwardTo, secret, signal);
  }
}

const stopping = new AbortController();
for (const name of ["SIGINT", "SIGTERM"]) process.on(name, () => stopping.abort());
// Whoever reads the output went away.
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
