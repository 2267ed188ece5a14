let own: string | undefined;

/**
 * The address of the server that this journey uses: the shared one, or the worker's own. Not an environment variable,
 * because Playwright passes a worker's changes to the projects that run after it.
 */
export const productUrl = (): string => own ?? process.env.JOURNEY_URL ?? "";

/** From now on this worker's journeys use the server at this address; undefined: the shared one again. */
export function useProduct(url: string | undefined): void {
  own = url;
}
