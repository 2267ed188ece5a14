/** What people write: a note is for staff only, a question is a message that asks the merchant for an answer. */
export const WRITTEN_KINDS = ["message", "question", "note"] as const;
export type WrittenKind = (typeof WRITTEN_KINDS)[number];

/** What a merchant writes who disputes an adjustment; it asks support for an answer, as every message does. */
export const DISPUTE = "dispute";

/** What a merchant wants done with an order that could not be delivered; it asks support for an answer, too. */
export const INSTRUCTION = "instruction";

/** What support did with an order, with its reason as the text. */
export const DONE_KINDS = ["corrected", "scanned", "cancelled", "cancel_requested"] as const;
export type DoneKind = (typeof DONE_KINDS)[number];

/** The most characters of a message. */
export const MESSAGE_LIMIT = 2000;

/** How much of a thread pages read at once. */
export const THREAD_LIMIT = "100";
