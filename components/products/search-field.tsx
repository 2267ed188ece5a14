"use client";

import { ScanBarcode, Search } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { usePlace } from "@/components/environment";
import { useShortcuts } from "@/components/shell/shortcuts";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Spinner } from "@/components/ui/spinner";
import { callLazily } from "@/lib/lazy-contract";
import { LIST_PRODUCTS } from "./operations";
import { useProductPlace } from "./product-place";

const TYPING_MS = 250;

/** Looks for what is typed, once its writer pauses. Enter, as a scanner sends it, opens the product of a whole code. */
export function SearchField({
  value,
  onSearch,
  className,
}: {
  /** What the URL searches for. */
  value: string;
  onSearch: (text: string) => void;
  className: string;
}) {
  const t = useTranslations("products.search");
  const { where } = usePlace();
  const { isWarehouse, product } = useProductPlace();
  const router = useRouter();
  const input = useRef<HTMLInputElement>(null);
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sent = useRef(value);
  const [text, setText] = useState(value);
  const [isOpening, setIsOpening] = useState(false);

  useShortcuts([{ keys: ["/"], label: t("label"), run: () => input.current?.select() }]);
  useEffect(() => () => clearTimeout(waiting.current), []);
  // A scanner types wherever the focus is.
  useEffect(() => {
    if (isWarehouse) input.current?.focus();
  }, [isWarehouse]);
  // Back or a cleared filter changed the search: the box follows, yet never while somebody types.
  useEffect(() => {
    if (waiting.current !== undefined || value === sent.current) return;
    sent.current = value;
    setText(value);
  }, [value]);

  function search(next: string) {
    clearTimeout(waiting.current);
    waiting.current = undefined;
    if (next.trim() === sent.current) return;
    sent.current = next.trim();
    onSearch(sent.current);
  }

  function type(next: string, isComposing: boolean) {
    setText(next);
    clearTimeout(waiting.current);
    // A Chinese word is looked for when it is written.
    waiting.current = isComposing ? undefined : setTimeout(() => search(next), TYPING_MS);
  }

  async function enter() {
    const code = text.trim();
    if (!code || code.length > 100) return search(text);
    clearTimeout(waiting.current);
    setIsOpening(true);
    try {
      const { data } = await callLazily(LIST_PRODUCTS, { code, limit: "2" }, where);
      const found = data.find(({ bar_code_eid }) => bar_code_eid === code) ?? data[0];
      if (found) router.push(product(found.product_id));
      else search(text);
    } catch {
      // The list asks again, and says what is wrong.
      search(text);
    } finally {
      setIsOpening(false);
    }
  }

  const Icon = isWarehouse ? ScanBarcode : Search;
  return (
    <Field label={t(isWarehouse ? "scan" : "label")} className={className}>
      <div className="relative">
        <Icon aria-hidden="true" className="pointer-events-none absolute top-2.5 left-2.5 size-4 text-muted" />
        <Input
          ref={input}
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={200}
          placeholder={t("placeholder")}
          value={text}
          onChange={(event) => type(event.target.value, (event.nativeEvent as InputEvent).isComposing)}
          onCompositionEnd={(event) => type(event.currentTarget.value, false)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
            event.preventDefault();
            void enter();
          }}
          className="pl-8"
        />
        {isOpening ? <Spinner className="absolute top-2.5 right-2 text-muted" /> : null}
      </div>
    </Field>
  );
}
