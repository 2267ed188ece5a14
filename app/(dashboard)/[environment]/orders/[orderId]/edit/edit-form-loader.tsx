"use client";

import dynamic from "next/dynamic";
import { FormSkeleton } from "../../new/order-form-loader";

/** The form, apart from the page that may have to say that it is too late for one. */
export const EditForm = dynamic(() => import("./edit-form").then((module) => module.EditForm), {
  loading: () => <FormSkeleton />,
});
