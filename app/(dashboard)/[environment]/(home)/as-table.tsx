"use client";

import { ChartColumn, Table2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { Section } from "@/components/ui/section";

/** A chart in a section of its own, with a button that shows its figures as a table instead. */
export function AsTable({
  title,
  description,
  actions,
  chart,
  table,
}: {
  title: string;
  description?: ReactNode;
  actions?: ReactNode;
  chart: ReactNode;
  table: ReactNode;
}) {
  const t = useTranslations("home.figures");
  const [isTable, setIsTable] = useState(false);
  return (
    <Section
      title={title}
      description={description}
      flush
      actions={
        <>
          {actions}
          <Button
            size="icon-sm"
            variant="ghost"
            aria-label={t(isTable ? "asChart" : "asTable", { title })}
            onClick={() => setIsTable(!isTable)}
          >
            {isTable ? <ChartColumn aria-hidden="true" /> : <Table2 aria-hidden="true" />}
          </Button>
        </>
      }
    >
      {isTable ? table : chart}
    </Section>
  );
}
