"use client";

import { ChartColumn, Table2 } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { Button } from "@/components/ui/button";
import { ListTable } from "@/components/ui/list-table";
import { Section } from "@/components/ui/section";
import type { Figures } from "@/lib/contracts/order-figures";
import { formatDate, formatDayOfYear, formatNumber } from "@/lib/format";
import type { ListProvider } from "@/lib/lists/list-provider";
import { type Series, type SeriesDay, seriesOf } from "./series";

const TICK = { fill: "var(--muted)", fontSize: 12 };

/** Bars of a value a day, one colour for each service; its sum is above. */
export function DayChart({
  title,
  figure,
  about,
  actions,
  figures,
  providers,
  measure,
  format,
}: {
  title: string;
  /** The sum of all days. */
  figure: string;
  about: string;
  actions?: ReactNode;
  figures: Figures;
  providers: readonly ListProvider[];
  measure: (day: Figures["day_list"][number]) => number;
  format: (value: number) => string;
}) {
  const t = useTranslations("home.figures");
  const language = useLocale();
  const { series, days } = seriesOf(figures, providers, measure, t("others"));
  return (
    <AsTable
      title={title}
      actions={actions}
      chart={
        <div className="px-4 pt-3 pb-4">
          <p className="tabular-nums">
            <span className="text-lg font-semibold">{figure}</span> <span className="text-muted">{about}</span>
          </p>
          <div role="img" aria-label={t("chart", { title, figure })} className="mt-3 h-48 text-xs">
            <ResponsiveContainer>
              <BarChart data={days} accessibilityLayer={false} margin={{ top: 4, right: 0, bottom: 0, left: 0 }}>
                <CartesianGrid vertical={false} stroke="var(--line)" />
                <XAxis
                  dataKey="day"
                  tickFormatter={(day: string) => formatDayOfYear(day, language)}
                  tick={TICK}
                  tickLine={false}
                  axisLine={false}
                  minTickGap={12}
                />
                <YAxis
                  width={40}
                  allowDecimals={false}
                  tickFormatter={brief}
                  tick={TICK}
                  tickLine={false}
                  axisLine={false}
                />
                <Tooltip
                  cursor={{ fill: "var(--hover)" }}
                  isAnimationActive={false}
                  content={({ payload }) => (
                    <DayFigures day={payload[0]?.payload as SeriesDay | undefined} series={series} format={format} />
                  )}
                />
                {series.map(({ key, colour }) => (
                  <Bar
                    key={key}
                    dataKey={({ values }: SeriesDay) => values[key] ?? 0}
                    name={key}
                    stackId="day"
                    fill={colour}
                    isAnimationActive={false}
                  />
                ))}
              </BarChart>
            </ResponsiveContainer>
          </div>
          <ul className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
            {series.map((each) => (
              <li key={each.key} className="flex items-center gap-1.5">
                <Swatch colour={each.colour} />
                {each.name}
              </li>
            ))}
          </ul>
        </div>
      }
      table={
        <div className="max-h-80 overflow-y-auto">
          <ListTable
            label={title}
            isAside
            opens="nothing"
            cards="never"
            least={series.length * 6 + 14}
            rows={[...days].reverse()}
            keyOf={({ day }) => day}
            columns={[
              { key: "day", head: t("day"), cell: ({ day }) => formatDate(day, language, { weekday: true }) },
              ...series.map(({ key, name }) => ({
                key,
                head: name,
                align: "end" as const,
                cell: ({ values }: SeriesDay) => format(values[key] ?? 0),
              })),
              {
                key: "total",
                head: t("total"),
                align: "end" as const,
                place: "font-semibold",
                cell: ({ total }: SeriesDay) => format(total),
              },
            ]}
          />
        </div>
      }
    />
  );
}

/** `1500` → `1.5k`, where an axis has no room. */
function brief(value: number): string {
  return value < 1000 ? formatNumber(value) : `${formatNumber(value / 1000)}k`;
}

function Swatch({ colour }: { colour: string }) {
  return <span aria-hidden="true" className="size-2 rounded-xs" style={{ background: colour }} />;
}

/** What a day's bar says under the pointer. */
function DayFigures({
  day,
  series,
  format,
}: {
  day: SeriesDay | undefined;
  series: readonly Series[];
  format: (value: number) => string;
}) {
  const language = useLocale();
  if (!day) return null;
  return (
    <div className="rounded-md border border-line bg-surface px-3 py-2 text-xs tabular-nums shadow-panel">
      <p className="flex justify-between gap-4 font-semibold">
        {formatDate(day.day, language, { weekday: true })}
        <span>{format(day.total)}</span>
      </p>
      {series.map(({ key, name, colour }) =>
        day.values[key] ? (
          <p key={key} className="flex items-center gap-1.5">
            <Swatch colour={colour} />
            <span className="flex-1">{name}</span>
            {format(day.values[key])}
          </p>
        ) : null,
      )}
    </div>
  );
}

/** A chart in a section of its own, with a button that shows its figures as a table instead. */
function AsTable({
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
