/** Called by Next once, before the first request is served; never while building. */
export async function register(): Promise<void> {
  // Next compiles this file for Edge too, where nothing of the server exists.
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const { start } = await import("./server/start");
    await start();
  }
}
