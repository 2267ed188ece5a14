import { createSocket } from "node:dgram";
import ipaddr from "ipaddr.js";

const TYPES = { 1: "A", 28: "AAAA" } as const;
const CODES = { SERVFAIL: 2, NXDOMAIN: 3 } as const;
const HEADER_BYTES = 12;

export type RecordType = (typeof TYPES)[keyof typeof TYPES];
/** Addresses of the type that was asked for, a failure, or no answer at all. */
export type NameAnswer = readonly string[] | keyof typeof CODES | "SILENCE";

/** A name server on loopback that answers as it is told, with nothing to be cached. */
export async function startNameServer(answer: (name: string, type: RecordType) => NameAnswer) {
  const asked: string[] = [];
  const socket = createSocket("udp4");
  socket.on("message", (query, from) => {
    const labels: string[] = [];
    let at = HEADER_BYTES;
    for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
      labels.push(query.toString("latin1", at + 1, at + 1 + length));
      at += 1 + length;
    }
    const type = TYPES[query.readUInt16BE(at + 1) as keyof typeof TYPES];
    const name = labels.join(".").toLowerCase();
    asked.push(`${name} ${type}`);
    const found = answer(name, type);
    if (found === "SILENCE") return;

    const addresses = typeof found === "string" ? [] : found;
    const header = Buffer.alloc(HEADER_BYTES);
    query.copy(header, 0, 0, 2);
    header.writeUInt16BE(0x8180 | (typeof found === "string" ? CODES[found] : 0), 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(addresses.length, 6);
    const question = query.subarray(HEADER_BYTES, at + 5);
    const records = addresses.map((address) => {
      const bytes = ipaddr.parse(address).toByteArray();
      // The name of the question, its type and class, no time to live, and the address.
      return Buffer.from([0xc0, HEADER_BYTES, 0, type === "A" ? 1 : 28, 0, 1, 0, 0, 0, 0, 0, bytes.length, ...bytes]);
    });
    socket.send(Buffer.concat([header, question, ...records]), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    close: () => new Promise<void>((resolve) => socket.close(resolve)),
  };
}
