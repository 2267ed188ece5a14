"use client";

import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { queryFor } from "@/lib/api-client";
import { ALL_ROWS } from "@/lib/lists/pagination";
import { isStaff } from "@/lib/roles";
import { useWorkspace } from "../environment";
import { TextLink } from "../ui/link-button";
import { type EndpointState, stateOf } from "./endpoint-state";

/** How many endpoints fail or are disabled, for the home page; nothing while all work. Only for merchants, as the dot. */
export function EndpointsNotice() {
  const t = useTranslations("home");
  const { where, href, person } = useWorkspace();
  const { data } = useQuery({
    ...queryFor("listWebhooks", ALL_ROWS, where),
    enabled: !isStaff(person.role),
  });
  const states = (data?.data ?? []).map(stateOf);
  const count = (...of: EndpointState[]) => states.filter((state) => of.includes(state)).length;
  const failing = count("failing");
  const disabled = count("disabled", "disabledFailing");
  if (failing + disabled === 0) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-2 rounded-md bg-bad-tint px-4 py-2 text-bad">
      <TriangleAlert aria-hidden="true" className="size-4 shrink-0" />
      {failing > 0 ? <span>{t("endpointsFailing", { count: failing })}</span> : null}
      {failing > 0 && disabled > 0 ? <span aria-hidden="true">·</span> : null}
      {disabled > 0 ? <span>{t("endpointsDisabled", { count: disabled })}</span> : null}
      <TextLink href={href("/webhooks")}>{t("endpointsOpen")}</TextLink>
    </p>
  );
}
