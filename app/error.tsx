"use client";

import dynamic from "next/dynamic";
import { lazily } from "@/lib/lazily";

/** What is shown when a page outside the dashboard fails: every page names it, so it is loaded only then. */
export default dynamic(() => lazily(() => import("@/components/page-failure")));
