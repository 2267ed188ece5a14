import { isIP } from "node:net";
import { generate } from "selfsigned";

export type Certificate = { key: string; cert: string };

const DAY = 86_400_000;

/** A certificate of an authority, or one that signs itself. Names may be addresses. */
export async function makeCertificate({
  names = ["localhost", "127.0.0.1", "::1"],
  from = new Date(Date.now() - DAY),
  until = new Date(Date.now() + 30 * DAY),
  authority,
}: {
  names?: readonly string[];
  from?: Date;
  until?: Date;
  authority?: Certificate;
}): Promise<Certificate> {
  const made = await generate([{ name: "commonName", value: names[0] ?? "" }], {
    keyType: "ec",
    algorithm: "sha256",
    notBeforeDate: from,
    notAfterDate: until,
    ca: authority,
    extensions: [
      { name: "basicConstraints", cA: false, critical: true },
      { name: "keyUsage", digitalSignature: true, critical: true },
      { name: "extKeyUsage", serverAuth: true },
      {
        name: "subjectAltName",
        altNames: names.map((name) => (isIP(name) ? { type: 7, ip: name } : { type: 2, value: name })),
      },
    ],
  });
  return { key: made.private, cert: made.cert };
}

/** A certificate authority of its own. */
export async function makeAuthority(name: string): Promise<Certificate> {
  const made = await generate([{ name: "commonName", value: name }], {
    keyType: "ec",
    algorithm: "sha256",
    notBeforeDate: new Date(Date.now() - 400 * DAY),
    notAfterDate: new Date(Date.now() + 400 * DAY),
    extensions: [
      { name: "basicConstraints", cA: true, critical: true },
      { name: "keyUsage", keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  return { key: made.private, cert: made.cert };
}

let ours: Promise<{ authority: Certificate; receiver: Certificate }> | undefined;

/** What receivers of this process use: made once. */
export function testCertificates(): Promise<{ authority: Certificate; receiver: Certificate }> {
  ours ??= makeAuthority("Receivers of tests").then(async (authority) => ({
    authority,
    receiver: await makeCertificate({ authority }),
  }));
  return ours;
}
