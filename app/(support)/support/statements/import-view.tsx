"use client";

import { FileDown, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { readText } from "@/components/forms/read-file";
import { saveCsv } from "@/components/save-file";
import { useSupport } from "@/components/support/workspace";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { Field, FieldGroup } from "@/components/ui/field";
import { FileBox } from "@/components/ui/file-box";
import { Input } from "@/components/ui/input";
import { PageHeader } from "@/components/ui/page-header";
import { RadioGroup } from "@/components/ui/radio-group";
import { Section } from "@/components/ui/section";
import { ApiFailure, call } from "@/lib/api-client";
import type { ImportResult } from "@/lib/contracts/statement-import";
import { formatNumber } from "@/lib/format";
import { writeCsv } from "@/lib/tables/csv-cells";
import type { ImportKind } from "@/lib/tables/statement-csv";
import { IMPORT_COLUMNS, MAX_IMPORT_BYTES, MAX_IMPORT_LINES } from "@/lib/tables/statement-csv";
import { ClosingMonth } from "./closing";
import { type GivenFile, ImportPreview } from "./import-preview";
import { WaitingFiles } from "./waiting-files";

/** What is known of the file that was given last. */
type Looked =
  | { is: "nothing" | "busy" }
  | { is: "refused"; messages: readonly string[] }
  | { is: "failed"; error: unknown }
  | { is: "seen"; given: GivenFile; result: ImportResult };

/** A file is chosen and looked at, then what is ready in it is applied. */
export function ImportView() {
  const t = useTranslations("support.statements");
  const { where } = useSupport();
  const [kind, setKind] = useState<ImportKind>("CARRIER_INVOICE");
  const [reference, setReference] = useState("");
  const [file, setFile] = useState<{ name: string; csv: string } | null>(null);
  const [looked, setLooked] = useState<Looked>({ is: "nothing" });
  const isBusy = looked.is === "busy";

  async function look(chosen: { name: string; csv: string }) {
    const given = { kind, reference: reference.trim(), csv: chosen.csv };
    setLooked({ is: "busy" });
    try {
      const result = await call("importStatementLines", { ...given, apply: "N" }, where);
      setLooked({ is: "seen", given: { ...given, name: chosen.name }, result });
    } catch (error) {
      const entries = error instanceof ApiFailure ? error.entries : [];
      if (entries.length > 0) setLooked({ is: "refused", messages: entries.map(({ message }) => message) });
      else setLooked({ is: "failed", error });
    }
  }

  async function take(chosen: File) {
    setLooked({ is: "busy" });
    const csv = await readText(chosen).catch(() => ({ key: "unreadable" }) as const);
    const problem = typeof csv !== "string" ? csv.key : new Blob([csv]).size > MAX_IMPORT_BYTES ? "tooLarge" : null;
    if (typeof csv !== "string" || problem) {
      setFile(null);
      return setLooked({
        is: "refused",
        messages: [t(`problems.${problem === "workbook" || problem === "tooLarge" ? problem : "unreadable"}`)],
      });
    }
    const read = { name: chosen.name, csv };
    setFile(read);
    if (reference.trim() === "") setLooked({ is: "nothing" });
    else await look(read);
  }

  return (
    <>
      <PageHeader title={t("title")} description={t("about")} />
      <div className="flex flex-col gap-4">
        <WaitingFiles />
        <ClosingMonth />
        <Section>
          <div className="grid gap-4 md:grid-cols-2">
            <div className="flex flex-col gap-4">
              <FieldGroup label={t("kind")}>
                <RadioGroup
                  value={kind}
                  onValueChange={(chosen) => {
                    setKind(chosen);
                    setLooked({ is: "nothing" });
                  }}
                  look="cards"
                  options={(["CARRIER_INVOICE", "PAYOUTS"] as const).map((value) => ({
                    value,
                    label: t(`kinds.${value}.title`),
                    description: t(`kinds.${value}.about`),
                  }))}
                />
              </FieldGroup>
              <Field label={t(`kinds.${kind}.reference`)} hint={t("referenceHint")} required>
                <Input
                  value={reference}
                  maxLength={60}
                  autoComplete="off"
                  spellCheck={false}
                  onChange={(event) => {
                    setReference(event.target.value);
                    setLooked({ is: "nothing" });
                  }}
                />
              </Field>
            </div>
            <div className="flex flex-col gap-3">
              <FileBox
                title={isBusy ? t("reading") : (file?.name ?? t("choose"))}
                hint={t(file ? "another" : "drop", { max: formatNumber(MAX_IMPORT_LINES) })}
                accept=".csv,.tsv,.txt,text/csv"
                isBusy={isBusy}
                onFile={(chosen) => void take(chosen)}
              />
              <div className="flex flex-wrap items-center gap-2">
                {looked.is !== "seen" ? (
                  <Button
                    disabled={!file || reference.trim() === ""}
                    loading={isBusy}
                    onClick={() => file && void look(file)}
                  >
                    {t("preview")}
                  </Button>
                ) : null}
                <Button
                  variant="ghost"
                  onClick={() => saveCsv(writeCsv(IMPORT_COLUMNS[kind]), `${kind.toLowerCase()}-template.csv`)}
                >
                  <FileDown aria-hidden="true" />
                  {t("template")}
                </Button>
              </div>
            </div>
          </div>
        </Section>
        <Found looked={looked} onApplied={setLooked} />
      </div>
    </>
  );
}

/** What was found in the file, or why it cannot be taken. */
function Found({ looked, onApplied }: { looked: Looked; onApplied: (looked: Looked) => void }) {
  return (
    <div aria-live="polite" className="flex flex-col gap-4">
      {looked.is === "refused" ? (
        <div role="alert" className="flex items-start gap-2 rounded-md bg-bad-tint px-4 py-3 text-bad">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <div className="min-w-0 break-words">
            {looked.messages.map((message) => (
              <p key={message}>{message}</p>
            ))}
          </div>
        </div>
      ) : null}
      {looked.is === "failed" ? <ErrorState error={looked.error} /> : null}
      {looked.is === "seen" ? (
        <ImportPreview
          given={looked.given}
          result={looked.result}
          onApplied={(result) => onApplied({ ...looked, result })}
        />
      ) : null}
    </div>
  );
}
