/** The body of a request as bytes (contract §11.7, §12.3, §12.12); order creation represents every JSON operation. */
import { beforeAll, describe, expect, it } from "vitest";
import { localOrder, type Merchant, merchant } from "@/test/factories";
import { respond } from "@/test/http";

const MIB = 1_048_576;
const LOCAL = JSON.stringify(localOrder());

let shop: Merchant;
beforeAll(async () => {
  shop = await merchant();
});

// biome-ignore lint/suspicious/noExplicitAny: answers are taken apart
type Reply = { status: number; body: any; refused: string[] };

/** Sends bytes as they are, with only the given headers. */
async function send(
  body: BodyInit | null,
  headers: Record<string, string> = { "content-type": "application/json" },
): Promise<Reply> {
  const init = {
    method: "POST",
    headers: { authorization: `Bearer ${shop.tokens.testing}`, ...headers },
    body,
    duplex: "half",
  };
  const response = await respond(new Request("http://localhost:3000/testing/v1/order/create", init));
  const answer = await response.json();
  return {
    status: response.status,
    body: answer,
    refused: answer.error?.error_trace?.map(
      ({ field, pointer }: { field: string; pointer: string }) => `${field} ${pointer}`,
    ),
  };
}

const utf8 = (text: string) => new TextEncoder().encode(text);
const joined = (...parts: (string | number[])[]) =>
  new Uint8Array(parts.flatMap((part) => (typeof part === "string" ? [...utf8(part)] : part)));
const JSON_PARSE = { status: 400, refused: ["json_parse /json_parse"] };

describe("a body that is not a JSON object", () => {
  it("ends early when its sender hangs up, which is no fault of the server", async () => {
    // As Node's http server breaks off a request's stream.
    const hungUp = Object.assign(new Error("aborted"), { code: "ECONNRESET" });
    const stream = new ReadableStream({
      start: (controller) => controller.enqueue(utf8("{")),
      pull: (controller) => controller.error(hungUp),
    });
    expect(await send(stream)).toMatchObject(JSON_PARSE);
  });

  it.each([
    ["{", null],
    ["}", 1],
    ["{}}", 3],
    ["{} {}", 4],
    ["{'a':1}", 2],
    ["{a:1}", 2],
    ['{"a":1,}', 8],
    ['{"a":01}', 7],
    ['{"a":.5}', 6],
    ['{"a":1.}', 7],
    ['{"a":NaN}', 6],
    ['{"a":undefined}', 6],
    ['{"a":truer}', 10],
    ['{"a":"\n"}', 7],
    ['{"a":"\\x"}', 7],
    ['{"a":"\\ud8"}', 7],
    ['{"a" 1}', 6],
    ['{"a":[1 2]}', 9],
    ['{"a":[1,]}', 9],
    ['{"a":[1}]', 8],
    ['{"a":[[],{"b":[]}],"c":{"d":"\\u12ab\\""}', null],
    ["nul", 1],
    ['"', null],
    ["<order/>", 1],
    ["ship_type=local", 1],
    [" ", null],
    ["\u0000", 1],
    [`${LOCAL}x`, LOCAL.length + 1],
    [LOCAL.slice(0, -1), null],
    ["{/**/}", 2],
  ])("is malformed: %j", async (text, column) => {
    const reply = await send(text);
    expect(reply).toMatchObject(JSON_PARSE);
    expect(reply.body.error).toMatchObject({ code: "400000", code_reason: "BAD_REQUEST" });
    // Our own words, because Node's differ from version to version.
    const where = column === null ? "it ends too early" : `see line 1, column ${column}`;
    expect(reply.body.error.error_trace[0].message).toBe(`The body is not valid JSON: ${where}.`);
  });

  it("is malformed in a line that is counted from 1", async () => {
    const reply = await send('{\n  "a": 1,\n  "b": x\n}');
    expect(reply.body.error.error_trace[0].message).toBe("The body is not valid JSON: see line 3, column 8.");
  });

  it.each(["[]", `[${LOCAL}]`, "null", "1", "-0", '"{}"', "true", '""'])("is another value: %s", async (text) => {
    const reply = await send(text);
    expect(reply).toMatchObject(JSON_PARSE);
    expect(reply.body.error.error_trace[0].message).toBe("The body must be a JSON object.");
  });

  it.each([
    ["a lone continuation byte", [0x80]],
    ["a sequence cut short", [0xe4, 0xb8]],
    ["an overlong slash", [0xc0, 0xaf]],
    ["a surrogate", [0xed, 0xa0, 0x80]],
    ["a code point beyond Unicode", [0xf4, 0x90, 0x80, 0x80]],
    ["Latin-1", [0xe9]],
    ["Big5", [0xb3, 0xaf]],
  ])("is not UTF-8: %s", async (_name, bytes) => {
    const reply = await send(joined('{"client_remarks":"', bytes, `",${LOCAL.slice(1)}`));
    expect(reply).toMatchObject(JSON_PARSE);
    expect(reply.body.error.error_trace[0].message).toContain("UTF-8");
  });

  it("is UTF-16", async () => {
    expect(await send(Buffer.from(`\ufeff${LOCAL}`, "utf16le"))).toMatchObject(JSON_PARSE);
  });

  it("quotes little of what was sent", async () => {
    const { body } = await send(`{"a": ${"x".repeat(5000)}`);
    expect(body.error.error_trace[0].message.length).toBeLessThan(300);
  });
});

describe("Content-Type", () => {
  it.each([
    "application/json",
    "Application/JSON",
    "application/json; charset=utf-8",
    "application/json;charset=UTF-8",
    'application/json; charset="utf-8"',
    "application/json ; charset=utf8",
    "application/json; profile=x; charset=utf-8",
  ])("%s is taken", async (type) => {
    expect((await send(LOCAL, { "content-type": type })).status).toBe(200);
  });

  it.each([
    "text/plain",
    "text/json",
    "application/jsonx",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "json",
    "*/*",
    "application/json; charset=iso-8859-1",
    "application/json; charset=utf-16",
    "application/json; charset=",
    "application/json, text/plain",
  ])("%s is refused", async (type) => {
    for (const text of [LOCAL, "{"])
      expect(await send(text, { "content-type": type })).toMatchObject({
        status: 400,
        refused: ["content_type /content_type"],
      });
  });

  it("must be there, where there is a body", async () => {
    expect(await send(utf8(LOCAL), {})).toMatchObject({ status: 400, refused: ["content_type /content_type"] });
    for (const headers of [{}, { "content-type": "text/plain" }] as Record<string, string>[])
      expect(await send(null, headers)).toMatchObject({ status: 400, refused: ["ship_type /ship_type"] });
  });
});

describe("depth", () => {
  /** An order with an unknown field, nested so that the whole has so many levels. */
  const nested = (levels: number, open: string, close: string) =>
    `{"x":${open.repeat(levels - 1)}1${close.repeat(levels - 1)},${LOCAL.slice(1)}`;

  it.each([
    ["[", "]"],
    ['{"y":', "}"],
  ])("of %s is at most 32 levels", async (open, close) => {
    expect((await send(nested(32, open, close))).status).toBe(200);
    const reply = await send(nested(33, open, close));
    expect(reply).toMatchObject(JSON_PARSE);
    expect(reply.body.error.error_trace[0].message).toMatch(/deeper than 32/);
  });

  it("of a whole mebibyte is refused like any other", async () => {
    expect(await send("[".repeat(MIB))).toMatchObject(JSON_PARSE);
    expect(await send(`{"a":${"[".repeat(500_000)}${"]".repeat(500_000)}}`)).toMatchObject(JSON_PARSE);
    expect(await send('{"a":'.repeat(200_000))).toMatchObject(JSON_PARSE);
  });
});

describe("size", () => {
  const bytesOf = (size: number) => utf8(LOCAL + " ".repeat(size - utf8(LOCAL).byteLength));
  const json = { "content-type": "application/json" };

  /** A stream that counts how much was read from it, and whether it was cancelled. */
  function streamOf(total: number, chunk = 65_536) {
    const seen = { taken: 0, isCancelled: false };
    const head = utf8(LOCAL);
    const stream = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          const bytes = new Uint8Array(Math.min(chunk, total - seen.taken)).fill(0x20);
          if (seen.taken === 0) bytes.set(head);
          seen.taken += bytes.byteLength;
          controller.enqueue(bytes);
          if (seen.taken >= total) controller.close();
        },
        cancel() {
          seen.isCancelled = true;
        },
      },
      { highWaterMark: 0 },
    );
    return { stream, seen };
  }

  it("of 1 MiB exactly is taken, with and without Content-Length", async () => {
    expect((await send(bytesOf(MIB), { ...json, "content-length": String(MIB) })).status).toBe(200);
    expect((await send(streamOf(MIB).stream)).status).toBe(200);
  });

  it("of one byte more is refused at once when Content-Length says so, with the body unread", async () => {
    const { stream, seen } = streamOf(MIB + 1);
    const { status, body } = await send(stream, { ...json, "content-length": String(MIB + 1) });
    expect({ status, ...body.error }).toMatchObject({ status: 413, code: "413000", code_reason: "PAYLOAD_TOO_LARGE" });
    expect(body.error.error_trace).toBeUndefined();
    expect(seen).toEqual({ taken: 0, isCancelled: false });
  });

  it("of one byte more is read to its end when there is no Content-Length", async () => {
    const { stream, seen } = streamOf(MIB + 1);
    expect((await send(stream)).status).toBe(413);
    expect(seen).toEqual({ taken: MIB + 1, isCancelled: false });
    expect((await send(bytesOf(MIB + 1))).status).toBe(413);
  });

  it("is counted, whatever Content-Length says", async () => {
    for (const length of ["10", "0", "-1", "x", ""])
      expect((await send(streamOf(MIB + 1).stream, { ...json, "content-length": length })).status).toBe(413);
  });

  it("without end is answered after 8 MiB, and never cancelled", async () => {
    const { stream, seen } = streamOf(Number.MAX_SAFE_INTEGER);
    expect((await send(stream)).status).toBe(413);
    expect(seen.taken).toBeGreaterThan(8 * MIB);
    expect(seen.taken).toBeLessThan(9 * MIB);
    expect(seen.isCancelled).toBe(false);
  });

  it("is judged before the content", async () => {
    expect((await send(bytesOf(MIB + 1), { "content-type": "text/plain" })).status).toBe(413);
  });
});

describe("keys", () => {
  const detailOf = async (reply: Reply) =>
    (await shop.testing.get(`/order/detail/${reply.body.data.order_id}`)).body.data;

  it.each(["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "valueOf", "then"])(
    "%s are data",
    async (key) => {
      const evil = `${JSON.stringify(key)}:{"polluted":"yes","name":"Mallory","shipping_provider":"LOCAL_SAMEDAY","prototype":{"polluted":"yes"}}`;
      const text = LOCAL.replace("{", `{${evil},`)
        .replace('"sender":{', `"sender":{${evil},`)
        .replace('"parcel_list":[{', `"parcel_list":[{${evil},`);
      const reply = await send(text);
      expect(reply.status).toBe(200);
      expect((await detailOf(reply)).shipping_provider).toBe("LOCAL_DOOR");
      expect(({} as Record<string, unknown>).polluted).toBeUndefined();
      // Nothing is inherited from them.
      const nameless = { ...localOrder().sender, name: undefined };
      const inherited = JSON.stringify(localOrder({ sender: nameless, shipping_provider: undefined }));
      const refused = await send(inherited.replace("{", `{${evil},`).replace('"sender":{', `"sender":{${evil},`));
      expect(refused.refused).toEqual(["shipping_provider /shipping_provider", "sender.name /sender/name"]);
    },
  );

  it("given twice: the last holds", async () => {
    const reply = await send(LOCAL.replace("{", '{"shipping_provider":"NO_SUCH","client_remarks":5,'));
    expect(reply.status).toBe(200);
    expect(await detailOf(reply)).toMatchObject({ shipping_provider: "LOCAL_DOOR", client_remarks: "Order 1042" });
    expect((await send(`${LOCAL.slice(0, -1)},"client_remarks":5}`)).refused).toEqual([
      "client_remarks /client_remarks",
    ]);
  });

  it("and values may be escaped, after a byte order mark and among spaces", async () => {
    const reply = await send(
      joined(
        [0xef, 0xbb, 0xbf],
        " \r\n\t",
        LOCAL.replace('"client_remarks":"', '"client\\u005fremarks":"\\u9673 \\ud83d\\ude00 '),
        "\n",
      ),
    );
    expect(reply.status).toBe(200);
    expect((await detailOf(reply)).client_remarks).toBe("陳 😀 Order 1042");
  });
});
