/** For tests of passkeys: a software authenticator with P-256 keys, as a browser answers for it. */
import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto";
import type { personOf } from "@/test/factories";
import { PASSWORD } from "./security";

export const ORIGIN = "http://localhost:3000";

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();
const b64 = (data: Buffer) => data.toString("base64url");

/** The beginning of a CBOR item: its kind, and its length or value (RFC 8949 §3). */
function head(kind: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(kind << 5) | value]);
  if (value < 256) return Buffer.from([(kind << 5) | 24, value]);
  return Buffer.from([(kind << 5) | 25, value >> 8, value & 255]);
}

type Cbor = number | string | Buffer | Map<number | string, Cbor>;

function cbor(item: Cbor): Buffer {
  if (typeof item === "number") return item < 0 ? head(1, -1 - item) : head(0, item);
  if (typeof item === "string") return Buffer.concat([head(3, Buffer.byteLength(item)), Buffer.from(item)]);
  if (Buffer.isBuffer(item)) return Buffer.concat([head(2, item.length), item]);
  return Buffer.concat([head(5, item.size), ...[...item].flatMap(([key, value]) => [cbor(key), cbor(value)])]);
}

/** What may be wrong with an answer. */
export type Wrong = { origin?: string; rpID?: string; count?: number; verified?: boolean; type?: string };

/** A passkey: its key and how often it has signed. */
export class Passkey {
  readonly id = b64(randomBytes(16));
  private readonly key: KeyObject;
  private readonly point: { x: Buffer; y: Buffer };

  constructor(private count = 1) {
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const { x = "", y = "" } = publicKey.export({ format: "jwk" });
    this.key = privateKey;
    this.point = { x: Buffer.from(x, "base64url"), y: Buffer.from(y, "base64url") };
  }

  private data(flags: number, { rpID = "localhost", count = this.count, verified = true }: Wrong): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(count);
    return Buffer.concat([sha256(rpID), Buffer.from([flags | 1 | (verified ? 4 : 0)]), counter]);
  }

  private client(type: string, challenge: string, { origin = ORIGIN, type: other = type }: Wrong): Buffer {
    return Buffer.from(JSON.stringify({ type: other, challenge, origin, crossOrigin: false }));
  }

  /** The answer to being made. */
  made(challenge: string, wrong: Wrong = {}) {
    const id = Buffer.from(this.id, "base64url");
    const length = Buffer.from([0, id.length]);
    const key = cbor(
      new Map<number, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, this.point.x],
        [-3, this.point.y],
      ]),
    );
    const authData = Buffer.concat([this.data(0x40, wrong), Buffer.alloc(16), length, id, key]);
    const attestation = new Map<string, Cbor>([
      ["fmt", "none"],
      ["attStmt", new Map()],
      ["authData", authData],
    ]);
    return {
      id: this.id,
      rawId: this.id,
      type: "public-key",
      clientExtensionResults: {},
      response: {
        clientDataJSON: b64(this.client("webauthn.create", challenge, wrong)),
        attestationObject: b64(cbor(attestation)),
        transports: ["internal"],
      },
    };
  }

  /** The answer to being asked for a signature. */
  signed(challenge: string, wrong: Wrong = {}) {
    this.count++;
    const client = this.client("webauthn.get", challenge, wrong);
    const data = this.data(0, wrong);
    const signature = createSign("sha256")
      .update(Buffer.concat([data, sha256(client)]))
      .sign(this.key);
    return {
      id: this.id,
      rawId: this.id,
      type: "public-key",
      clientExtensionResults: {},
      response: { clientDataJSON: b64(client), authenticatorData: b64(data), signature: b64(signature) },
    };
  }
}

/** Adds a passkey to a person, whose name it has. */
export async function withPasskey(
  { api }: Pick<Awaited<ReturnType<typeof personOf>>, "api">,
  name = "My phone",
): Promise<{ id: string; passkey: Passkey; codes: string[] }> {
  const begun = await api.post("/factors/passkeys/options", { password: PASSWORD });
  const passkey = new Passkey();
  const added = await api.post("/factors/passkeys", { name, credential: passkey.made(begun.body.data.challenge) });
  if (added.status !== 200) throw new Error(JSON.stringify([begun.body, added.body]));
  return { id: added.body.data.id, passkey, codes: added.body.data.recovery_codes };
}
