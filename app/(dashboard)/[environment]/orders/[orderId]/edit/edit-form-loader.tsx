"use client";

import dynamic from "next/dynamic";
import { lazyPart } from "@/components/ui/lazy-part";
import { FormSkeleton } from "../../new/order-form-loader";

/** The form, apart from the page that may have to say that it is too late for one. */
export const EditForm = dynamic(
  () => lazyPart(() => import("./edit-form").then((module) => ({ default: module.EditForm }))),
  {
    loading: () => <FormSkeleton />,
  },
);
