/** What may go on in the background after the request that asked for it. */
export const JOB_KINDS = ["print", "bulk", "batch", "import", "file", "export"] as const;
export type JobKind = (typeof JOB_KINDS)[number];

/** QUEUED waits, RUNNING is being worked on; the others have ended. */
export const JOB_STATES = ["QUEUED", "RUNNING", "DONE", "FAILED", "STOPPED"] as const;
export type JobState = (typeof JOB_STATES)[number];
