"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { CodeBlock } from "@/components/ui/code-block";
import { CopyButton } from "@/components/ui/copy-button";
import { Facts, Section } from "@/components/ui/section";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import type { Webhook } from "@/lib/contracts/webhook";
import { type SampleId, SIGNATURE_VECTOR, VERIFY_SAMPLES } from "@/lib/webhooks/webhook-samples";

const { secret, timestamp, body, signature } = SIGNATURE_VECTOR;
const VECTOR = [
  { id: "secret", text: secret },
  { id: "body", text: body },
  { id: "header", text: `X-Signature: t=${timestamp},v1=${signature}` },
  { id: "clock", text: String(timestamp) },
] as const;

/** How a receiver verifies that a delivery is ours: the rule, code for it, and values to test the code with. */
export default function Verify({ endpoint }: { endpoint: Webhook }) {
  const t = useTranslations("webhooks.verify");
  const [language, setLanguage] = useState<SampleId>("node");
  return (
    <div className="flex flex-col gap-4">
      <Section title={t("title")}>
        {endpoint.signature ? null : (
          <p className="mb-3 rounded-md bg-warn-tint px-3 py-2 text-warn">{t("unsigned")}</p>
        )}
        <ol className="flex max-w-prose list-decimal flex-col gap-1 pl-5">
          {(["raw", "time", "digest", "compare", "once"] as const).map((step) => (
            <li key={step}>{t(`steps.${step}`)}</li>
          ))}
        </ol>
      </Section>
      <Section title={t("code")} description={t("codeAbout")}>
        <Tabs value={language} onValueChange={(value) => setLanguage(value as SampleId)}>
          <TabsList aria-label={t("languages")} className="mb-3">
            {VERIFY_SAMPLES.map(({ id, name }) => (
              <TabsTrigger key={id} value={id}>
                {name}
              </TabsTrigger>
            ))}
          </TabsList>
          {VERIFY_SAMPLES.map(({ id, name, code }) => (
            <TabsContent key={id} value={id} tabIndex={-1}>
              <CodeBlock title={t("codeIn", { language: name })} code={code} wraps={false} />
            </TabsContent>
          ))}
        </Tabs>
      </Section>
      <Section title={t("vector")} description={t("vectorAbout")}>
        <Facts
          items={VECTOR.map(({ id, text }) => ({
            name: t(`vectorParts.${id}`),
            value: (
              <span className="flex min-w-0 items-start gap-1">
                <code className="min-w-0 font-mono text-xs break-all">{text}</code>
                <CopyButton text={text} what={t(`vectorParts.${id}`)} size="icon-sm" className="-my-1.5 text-muted" />
              </span>
            ),
          }))}
        />
      </Section>
    </div>
  );
}
