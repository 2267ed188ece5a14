/** Owns one-time codes by time (RFC 6238: SHA-1, 6 digits, 30 s), as every authenticator app makes them. */
import { createHmac, timingSafeEqual } from "node:crypto";

const STEP_SECONDS = 30;
const DIGITS = 6;
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Bytes in base32 (RFC 4648) without padding, as people type a secret. */
export function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five.padEnd(5, "0"), 2)]).join("");
}

/** The number of the time step of an instant, in milliseconds since 1970. */
export function stepAt(time: number): number {
  return Math.floor(time / 1000 / STEP_SECONDS);
}

/** The code of a time step. */
export function codeAt(key: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", key).update(counter).digest();
  // The last four bits say where the number begins (RFC 4226 §5.3).
  const number = mac.readUInt32BE(mac.readUInt8(mac.length - 1) & 15) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, "0");
}

/** The time step of a code, at most one step before or after now; null: it is wrong. */
export function stepOfCode(key: Uint8Array, code: string, now = Date.now()): number | null {
  const given = Buffer.from(code);
  const isRight = (step: number) => given.length === DIGITS && timingSafeEqual(Buffer.from(codeAt(key, step)), given);
  return [0, -1, 1].map((away) => stepAt(now) + away).find(isRight) ?? null;
}

/** The address that an authenticator app reads from a QR code. */
export function uriOf(key: Uint8Array, email: string): string {
  return `otpauth://totp/Sampan:${encodeURIComponent(email)}?secret=${base32(key)}&issuer=Sampan&algorithm=SHA1&digits=${DIGITS}&period=${STEP_SECONDS}`;
}
