import { partContext } from "../part-context";

/** The context of a page of this part. */
export const developersContext = (params: Promise<{ environment: string }>) => partContext(params, "developers");
