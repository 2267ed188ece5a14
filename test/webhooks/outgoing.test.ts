import { describe, expect, it } from "vitest";
import { outgoingOf, shownHeaders } from "@/server/webhooks/outgoing";
import { newSecret, seal } from "@/server/webhooks/secrets";

const ENDPOINT = "we_1";

/** A claimed delivery whose endpoint sends a shared token in this header. */
function claimed(header: string): Parameters<typeof outgoingOf>[0] {
  return {
    id: "dl_1",
    account_id: "1",
    environment: "testing",
    endpoint_id: ENDPOINT,
    event_id: "evt_1",
    event: "order.created",
    trigger: "event",
    tries: 0,
    abandoned: 0,
    resume_at: null,
    lease_token: "00000000-0000-4000-8000-000000000000",
    body: "{}",
    url: "https://shop.example/",
    signature: true,
    legacy_signature: false,
    auth_header_name: header,
    auth_header_value: seal("a shared token", ENDPOINT),
    secret: seal(newSecret(), ENDPOINT),
    previous_secret: null,
  };
}

describe("the shared token", () => {
  it.each(["Authorization", "X-API-Key", "__proto__", "constructor"])("is sent as %s, and shown masked", (header) => {
    const delivery = claimed(header);
    const { headers } = outgoingOf(delivery, new Date());
    expect(Object.entries(headers)).toContainEqual([header, "a shared token"]);
    const shown = shownHeaders(delivery, headers);
    expect(Object.entries(shown)).toContainEqual([header, "••••••"]);
    expect(JSON.stringify(shown)).not.toContain("a shared token");
  });
});
