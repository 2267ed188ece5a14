"use client";

import dynamic from "next/dynamic";

/** What is shown when a page outside the dashboard fails: every page names it, so it is loaded only then. */
export default dynamic(() => import("@/components/page-failure"));
