"use client";

import { FileDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { formatNumber } from "@/lib/format";
import { writeCsv } from "@/lib/tables/csv-cells";
import { saveCsv } from "../save-file";
import { Button } from "../ui/button";
import { FileBox } from "../ui/file-box";
import { Section } from "../ui/section";
import { type FileLines, type FileProblem, MAX_ROWS, readLines } from "./read-file";

/** Asks for a CSV file to import, and says why one cannot be read. */
export function FileChoice({
  template,
  templateAbout,
  onLines,
  children,
}: {
  template: { name: string; columns: readonly string[]; lines: readonly (readonly string[])[] };
  templateAbout: string;
  /** Takes the lines of a file, or returns why it cannot. */
  onLines: (name: string, lines: FileLines) => string | null;
  /** What a file has to be like. */
  children?: ReactNode;
}) {
  const t = useTranslations("fileChoice");
  const [refused, setRefused] = useState<{ name: string; why: string } | null>(null);
  const [isReading, setIsReading] = useState(false);

  async function take(file: File) {
    setIsReading(true);
    const read = await readLines(file).catch((): FileProblem => ({ key: "unreadable" }));
    const why = "key" in read ? wordsOf(read) : onLines(file.name, read);
    setIsReading(false);
    setRefused(why === null ? null : { name: file.name, why });
  }

  const wordsOf = (problem: FileProblem) =>
    problem.key === "tooMany"
      ? t("problems.tooMany", { rows: formatNumber(problem.rows), max: formatNumber(MAX_ROWS) })
      : t(`problems.${problem.key}`);

  return (
    <Section>
      <div className="flex flex-col gap-4">
        {refused ? (
          <div role="alert" className="rounded-md bg-bad-tint px-3 py-2">
            <p className="font-semibold break-words text-bad">{t("notRead", { file: refused.name })}</p>
            <p>{refused.why}</p>
          </div>
        ) : null}
        <FileBox
          title={t(isReading ? "reading" : "choose")}
          hint={t("drop")}
          accept=".csv,.tsv,.txt,text/csv"
          isBusy={isReading}
          onFile={(file) => void take(file)}
        />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button onClick={() => saveCsv(writeCsv(template.columns, template.lines), template.name)}>
            <FileDown aria-hidden="true" />
            {t("template")}
          </Button>
          <p className="min-w-0 flex-1 basis-80 text-muted">{templateAbout}</p>
        </div>
        {children}
      </div>
    </Section>
  );
}
