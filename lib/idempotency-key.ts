/** A new key for an operation that creates (contract §14.1). `crypto.randomUUID` does not exist over plain http. */
export function newIdempotencyKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
