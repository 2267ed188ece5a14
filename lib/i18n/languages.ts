/** Languages of the product. */
export const LANGUAGES = ["en", "zh-Hant"] as const;
export type Language = (typeof LANGUAGES)[number];
