"use client";

import { Check } from "lucide-react";
import { useTranslations } from "next-intl";
import { Section } from "@/components/ui/section";
import { Table, TBody, TD, TH, THead, TR } from "@/components/ui/table";
import type { OperationId } from "@/lib/operations";
import { mayCall } from "@/lib/rights";
import { isStaff } from "@/lib/roles";

/** Tasks, each with the operations that represent viewing and changing. */
const RIGHTS = {
  orders: ["listOrders", "createOrder"],
  print: ["readPrints", "recordPrints"],
  addresses: ["listAddresses", "createAddress"],
  products: ["listProducts", "createProduct"],
  statements: ["listStatements", "disputeAdjustment"],
  keys: ["listClients", "createClient"],
  webhooks: ["listWebhooks", "updateWebhook"],
  people: ["listPeople", "updatePerson"],
} as const satisfies Record<string, readonly [OperationId, OperationId]>;

const ROLES = ["owner", "member", "support"] as const;

/** What each role may do, in words. */
export function RoleTable() {
  const t = useTranslations("settings.people.roles");
  return (
    <Section title={t("title")} description={t("recordedNote")} flush>
      <Table label={t("title")}>
        <THead>
          <TR>
            <TH>{t("right")}</TH>
            {ROLES.map((role) => (
              <TH key={role}>{t(role)}</TH>
            ))}
          </TR>
        </THead>
        <TBody>
          {Object.entries(RIGHTS).map(([right, [look, change]]) => (
            <TR key={right}>
              <TD className="py-2">{t(`rights.${right as keyof typeof RIGHTS}`)}</TD>
              {ROLES.map((role) => {
                const word = mayCall(role, change)
                  ? isStaff(role)
                    ? "recorded"
                    : "yes"
                  : mayCall(role, look)
                    ? "sees"
                    : "no";
                return (
                  <TD key={role} className="text-muted">
                    {word === "yes" ? (
                      <>
                        <Check aria-hidden="true" className="size-4 text-accent" />
                        <span className="sr-only">{t("may.yes")}</span>
                      </>
                    ) : (
                      t(`may.${word}`)
                    )}
                  </TD>
                );
              })}
            </TR>
          ))}
        </TBody>
      </Table>
    </Section>
  );
}
