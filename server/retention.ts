/** How many days what is not an order is kept; docs/privacy.md says it to readers. */
export const KEPT_DAYS = {
  /** With their deliveries and the hourly figures of endpoints. */
  events: 30,
  /** After a used key was remembered (contract §14.1). */
  idempotencyKeys: 30,
  /** Rows and files (contract §9.6). */
  mails: 30,
  notices: 90,
  /** With what became of each thing, and their files; labels go sooner (contract §9.6). */
  jobs: 30,
  /** Files that are imported, with their rows (contract §39.1). */
  imports: 30,
  /** What columns of imported files hold, after the last choice. */
  importMappings: 400,
  /** Calls in the request log (contract §19.2). */
  requests: 30,
  /** After their end. */
  endpoints: 30,
  /** Files for statements that are not approved (contract §26.8). */
  waitingImports: 30,
  invitations: 30,
  sessions: 30,
  /** After their last use; browsers keep a cookie no longer. */
  devices: 400,
} as const;
