import { partContext } from "../part-context";

/** The context of a page of this part. */
export const settingsContext = (params: Promise<{ environment: string }>) => partContext(params, "settings");
