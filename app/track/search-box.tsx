import { Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

/**
 * Asks for a tracking number; `isAnother`: below a parcel that is shown. A plain form, so that it works without
 * scripts.
 */
export function SearchBox({ number, isAnother = false }: { number?: string; isAnother?: boolean }) {
  const t = useTranslations("track");
  return (
    <search className="print:hidden">
      <form action="/track" className="flex items-start gap-2">
        <Field label={t(isAnother ? "another" : "number")} hint={t("hint")} className="min-w-0 flex-1">
          <Input
            name="number"
            key={number}
            defaultValue={number}
            required
            maxLength={512}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            className="font-mono"
          />
        </Field>
        <Button type="submit" variant={isAnother ? "secondary" : "primary"} className="mt-6">
          <Search aria-hidden="true" />
          {t("submit")}
        </Button>
      </form>
    </search>
  );
}
