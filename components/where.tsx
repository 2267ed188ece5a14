"use client";

import { createContext, useContext } from "react";
import type { Where } from "@/lib/api-client";

/** Whose data the pages below are about; without it, what is the same in both environments. */
export const WhereContext = createContext<Where>({ environment: "production" });

/** Environment and account of the page, for `call` and `queryFor`. */
export function useWhere(): Where {
  return useContext(WhereContext);
}
