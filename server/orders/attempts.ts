/** How often a write whose random number is in use is tried: each time is a chance in thousands. */
const NUMBER_ATTEMPTS = 5;
/** How often a write that met another is tried: one of those that meet always gets through. */
const MEETINGS = 50;

/** Whether PostgreSQL refused a row because its number is taken: chance, so another number is tried. */
function isNumberTaken(error: unknown): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return (
    code === "23505" &&
    ["orders_pkey", "orders_tracking_number", "order_parcels_tracking_number"].includes(constraint ?? "")
  );
}

/** Runs a write with new numbers as often as one of them is in use already. */
export async function withFreshNumbers<T>(write: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await write();
    } catch (error) {
      if (attempt === NUMBER_ATTEMPTS || !isNumberTaken(error)) throw error;
    }
  }
}

/** Runs a write that answers undefined when somebody else changed the order meanwhile: read again, decide again. */
export async function retrying<T>(write: () => Promise<T | undefined>): Promise<T> {
  for (let attempt = 1; attempt <= MEETINGS; attempt++) {
    const done = await write();
    if (done !== undefined) return done;
  }
  throw new Error(`an order changed ${MEETINGS} times while it was being written`);
}
