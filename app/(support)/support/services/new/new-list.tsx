"use client";

import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { useSupport } from "@/components/support/workspace";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { Field } from "@/components/ui/field";
import { FileBox } from "@/components/ui/file-box";
import { TextLink } from "@/components/ui/link-button";
import { NativeSelect } from "@/components/ui/native-select";
import { PageHeader } from "@/components/ui/page-header";
import { Section } from "@/components/ui/section";
import { Textarea } from "@/components/ui/textarea";
import { ApiFailure, call, queryFor } from "@/lib/api-client";
import { FEED_COLUMNS, type FeedPreview } from "@/lib/contracts/services";
import type { ErrorEntry } from "@/lib/errors";
import { FeedChanges } from "../feed-changes";
import { ApplyList } from "./apply-list";
import { Faults } from "./faults";
import { type GivenList, type ListProblem, listOfFile, listOfText } from "./read-list";

/** What is known of the list that was given last. */
type Looked =
  | { is: "nothing" | "busy" }
  | { is: "unreadable"; problem: ListProblem }
  | { is: "wrong"; entries: readonly ErrorEntry[] }
  | { is: "failed"; error: unknown }
  | { is: "seen"; preview: FeedPreview; list: GivenList };

/** A list of pickup points is given as a file or as text, looked at, and then applied. */
export function NewList() {
  const t = useTranslations("support.services.new");
  const language = useLocale();
  const { where, href } = useSupport();
  const { data: services = [] } = useQuery(queryFor("listServices", {}, where));
  const withPoints = services.filter(({ supports_pickup_point }) => supports_pickup_point);
  const [chosen, setChosen] = useState("");
  const provider = chosen || withPoints[0]?.code || "";
  const [text, setText] = useState("");
  const [looked, setLooked] = useState<Looked>({ is: "nothing" });
  const isBusy = looked.is === "busy";

  async function look(reading: Promise<GivenList | ListProblem>) {
    setLooked({ is: "busy" });
    const list = await reading;
    if (typeof list === "string") return setLooked({ is: "unreadable", problem: list });
    try {
      setLooked({ is: "seen", list, preview: await call("previewPickupFeed", { provider, ...list }, where) });
    } catch (error) {
      const entries = error instanceof ApiFailure ? error.entries : [];
      setLooked(entries.length > 0 ? { is: "wrong", entries } : { is: "failed", error });
    }
  }

  return (
    <>
      <PageHeader
        title={t("title")}
        description={t("about")}
        back={<TextLink href={href("/services")}>{t("back")}</TextLink>}
      />
      <div className="flex flex-col gap-4">
        <Section>
          <div className="flex flex-col gap-4">
            <Field label={t("service")} className="sm:max-w-md">
              <NativeSelect
                value={provider}
                onValueChange={(code) => {
                  setChosen(code);
                  setLooked({ is: "nothing" });
                }}
                options={withPoints.map(({ code, name_en, name_zh }) => ({
                  value: code,
                  label: language === "en" ? name_en : name_zh,
                }))}
              />
            </Field>
            <div className="grid items-stretch gap-4 md:grid-cols-2">
              <FileBox
                title={t(isBusy ? "reading" : "choose")}
                hint={t("drop")}
                accept=".csv,.tsv,.txt,.json,text/csv,application/json"
                isBusy={isBusy}
                onFile={(file) => void look(listOfFile(file))}
              />
              <div className="flex flex-col gap-2">
                <Field label={t("text")} hint={t("textHint")}>
                  <Textarea
                    rows={4}
                    value={text}
                    onChange={(event) => setText(event.target.value)}
                    spellCheck={false}
                    className="max-h-40 font-mono text-xs"
                  />
                </Field>
                <Button
                  className="self-start"
                  disabled={text.trim() === ""}
                  loading={isBusy}
                  onClick={() => void look(Promise.resolve(listOfText(text)))}
                >
                  {t("preview")}
                </Button>
              </div>
            </div>
            <p className="text-xs break-words text-muted">
              {t("columns")} <span className="font-mono">{FEED_COLUMNS.join(", ")}</span>
            </p>
          </div>
        </Section>
        <div aria-live="polite" className="flex flex-col gap-4">
          <Result looked={looked} provider={provider} />
        </div>
      </div>
    </>
  );
}

function Result({ looked, provider }: { looked: Looked; provider: string }) {
  const t = useTranslations("support.services.new");
  if (looked.is === "unreadable")
    return (
      <p role="alert" className="flex items-center gap-2 rounded-md bg-bad-tint px-4 py-3 text-bad">
        <TriangleAlert aria-hidden="true" className="size-4 shrink-0" />
        {t(`problems.${looked.problem}`)}
      </p>
    );
  if (looked.is === "wrong") return <Faults entries={looked.entries} />;
  if (looked.is === "failed") return <ErrorState error={looked.error} />;
  if (looked.is !== "seen") return null;
  const { preview, list } = looked;
  return (
    <>
      <ApplyList provider={provider} list={list} preview={preview} />
      <FeedChanges {...preview} />
    </>
  );
}
