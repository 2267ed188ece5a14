/** The most characters of a tag, and the most tags of an order (contract §40.4). */
export const TAG_MAX = 32;
export const TAGS_MAX = 10;
/** The most tags of an account that are listed to choose from. */
export const MAX_TAGS_LISTED = 200;
