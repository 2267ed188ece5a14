/** The options of `npm run listen`, and the messages for developers who set them wrongly. */
import { parseArgs } from "node:util";
import { isSecret, OWN_SECRET } from "@/lib/contracts/webhook";
import { EVENT_NAMES } from "@/lib/contracts/webhook-delivery";
import { TRACKING_EVENT_NAMES } from "@/lib/orders/status";
import { type EventName, OPT_IN_EVENTS } from "@/lib/webhooks/event-names";
import { listenerCredentials } from "@/server/env";
import { KEPT_DAYS } from "@/server/retention";
import { newSecret } from "@/server/webhooks";

/** The waits between attempts, in seconds: a sixtieth of those for an endpoint (contract §15.7). */
export const RETRY_SECONDS = [1, 5, 15, 60, 360];

export const HELP = `npm run listen -- [OPTIONS]
Shows the events of your testing orders as they come, and posts them to your program signed as webhooks are.

  --forward-to URL      post each event there: http (may be left out) or https; what does not answer 200 is tried
                        again after ${RETRY_SECONDS.join(", ")} s, sixty times as fast as for an endpoint
  --since TIME          begin with the events since then: 30m, 2h, 1d (at most 30d), or a time with its zone
  --secret SECRET       sign with this secret; without it one is made and shown
  --events A,B          these types only: ${TRACKING_EVENT_NAMES.slice(0, 4).join(", ")},
                        ${TRACKING_EVENT_NAMES.slice(4).join(", ")};
                        only where they are named: ${OPT_IN_EVENTS.slice(0, 3).join(", ")},
                        ${OPT_IN_EVENTS.slice(3).join(", ")}
  --print               show the bodies
  --api ADDRESS         where the API is (http://localhost:3000)
  --client-id ID        an API client of the testing environment; or SAMPAN_CLIENT_ID
  --client-secret TEXT  its secret; or SAMPAN_CLIENT_SECRET
  --help                show this

For a receiver over https with a certificate of your own, set NODE_EXTRA_CA_CERTS to the file of its authority.`;

export type ListenSettings = {
  api: string;
  clientId: string;
  clientSecret: string;
  forwardTo: string | undefined;
  secret: string;
  events: readonly EventName[];
  isPrinting: boolean;
  /** Absent: only new events. */
  since: Date | undefined;
};

/** Reads the options; undefined when help is asked for. Throws an error with a message for the developer. */
export function readSettings(argv: string[]): ListenSettings | undefined {
  const text = { type: "string" } as const;
  const flag = { type: "boolean" } as const;
  const { values } = parseArgs({
    args: argv,
    options: {
      ...{ "forward-to": text, secret: text, events: text, since: text, print: flag, help: { ...flag, short: "h" } },
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
  if (values.secret !== undefined && !isSecret(values.secret)) {
    throw new Error(`--secret must be ${OWN_SECRET.min} to ${OWN_SECRET.max} visible ASCII characters.`);
  }
  return {
    api: api.origin,
    clientId,
    clientSecret,
    forwardTo: values["forward-to"] === undefined ? undefined : webAddress(values["forward-to"], "forward-to").href,
    secret: values.secret ?? newSecret(),
    events: values.events === undefined ? TRACKING_EVENT_NAMES : eventTypes(values.events),
    isPrinting: values.print ?? false,
    since: values.since === undefined ? undefined : momentOf(values.since, new Date()),
  };
}

/** `localhost:4000/hook` is read as http. */
function webAddress(text: string, option: string): URL {
  const address = text.includes("://") ? text : `http://${text}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) {
    throw new Error(`--${option} must be an http:// or https:// address without a user, not ${text}`);
  }
  return url;
}

const UNITS = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** `2h` is two hours before `now`; a time must name its zone. */
function momentOf(text: string, now: Date): Date {
  const span = /^(\d{1,9})([smhd])$/.exec(text);
  const isTime = /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:\d{2})$/.test(text);
  const at = span
    ? now.getTime() - Number(span[1]) * UNITS[span[2] as keyof typeof UNITS]
    : isTime
      ? Date.parse(text)
      : Number.NaN;
  if (!(at <= now.getTime() && at >= now.getTime() - KEPT_DAYS.events * UNITS.d))
    throw new Error(
      `--since must be 30m, 2h or 1d, or a time with its zone such as 2026-11-22T09:00:00+08:00; events are kept for ${KEPT_DAYS.events} days.`,
    );
  return new Date(at);
}

function eventTypes(text: string): EventName[] {
  return text.split(",").map((item) => {
    const event = EVENT_NAMES.find((name) => name === item.trim());
    if (!event) throw new Error(`--events: there is no type ${item.trim()}. Types: ${EVENT_NAMES.join(", ")}.`);
    return event;
  });
}
