// Deliveries as a process does them, within a test: a worker on the test's database and its own receivers.
import { setTimeout as wait } from "node:timers/promises";
import { overrideEnv } from "@/server/env";
import { type Deliveries, startDeliveries } from "@/server/webhooks";
import { Sender } from "@/server/webhooks/sender";
import { productDatabase } from "../database";
import type { Api } from "../http";
import { type Receiver, type ReceiverOptions, startReceiver } from "../receiver";

export type Work = {
  /** Starts a receiver that the worker may reach. */
  receiver(options?: ReceiverOptions): Promise<Receiver>;
  /** Starts the worker after the receivers. `stopMs`: how long deliveries in flight may take when it stops. */
  start(stopMs?: number): Promise<Deliveries>;
  stop(): Promise<void>;
};

/** Receivers and a worker that `stop` removes; `schedule` is in seconds. */
export function work(schedule: readonly number[] = [60, 300, 900, 3600, 21_600]): Work {
  const receivers: Receiver[] = [];
  const workers: Deliveries[] = [];
  const allowed: string[] = [];
  const restore = overrideEnv({ webhookRetrySeconds: schedule, webhookAllowedPrivateHosts: allowed });
  return {
    async receiver(options) {
      const receiver = await startReceiver(options);
      receivers.push(receiver);
      allowed.push(receiver.host);
      return receiver;
    },
    async start(stopMs) {
      const ca = receivers.map((receiver) => receiver.ca);
      const worker = startDeliveries(await productDatabase(), new Sender({ allowedHosts: allowed, ca }), stopMs);
      workers.push(worker);
      return worker;
    },
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()));
      await Promise.all(receivers.map((receiver) => receiver.close()));
      restore();
    },
  };
}

/** Waits until `look` returns something other than undefined, or fails after 30 s, which only what hangs takes. */
export async function until<T>(look: () => T | undefined | Promise<T | undefined>): Promise<T> {
  const end = performance.now() + 30_000;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() > end) throw new Error(`not within 30 s: ${look}`);
    await wait(10);
  }
}

/** Registers an endpoint for all events and returns its row, with the secret. */
export async function endpoint(client: Api, url: string, change: Record<string, unknown> = {}) {
  const events = [
    ...["order.created", "order.picked_up", "order.in_transit", "order.out_for_delivery", "order.delivered"],
    ...["order.failed_delivery", "order.exception", "order.cancelled"],
  ];
  const answer = await client.post("/webhooks", { url, events, ...change });
  if (answer.status !== 200) throw new Error(`no endpoint: ${JSON.stringify(answer.body)}`);
  return answer.body.data as { id: string; secret: string };
}

/** The latest deliveries of an endpoint. */
export async function deliveriesOf(client: Api, id: string, query = "") {
  const answer = await client.get(`/webhooks/${id}/deliveries${query}`);
  if (answer.status !== 200) throw new Error(`no deliveries: ${JSON.stringify(answer.body)}`);
  return answer.body.data;
}
