"use client";

import { Search } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { usePlace } from "@/components/environment";
import { useShortcuts } from "@/components/shell/shortcuts";
import { cn } from "@/components/ui/cn";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Kbd } from "@/components/ui/kbd";
import { Spinner } from "@/components/ui/spinner";
import { callLazily } from "@/lib/lazy-contract";
import { LIST_ORDERS } from "./operations";

const TYPING_MS = 250;
// A tracking number or an order id in full, as a scanner types them.
const WHOLE_NUMBER = /^([a-z]{2}\d{11}|\d{15})$/i;

/** The search of the list: what is typed is looked for, a whole number that is scanned or entered opens its order. */
export function SearchBox({
  value,
  isPending,
  onSearch,
  className,
}: {
  /** What the URL searches for. */
  value: string;
  isPending: boolean;
  onSearch: (text: string) => void;
  className?: string;
}) {
  const t = useTranslations("orderList.search");
  const { where, href } = usePlace();
  const router = useRouter();
  const input = useRef<HTMLInputElement>(null);
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sent = useRef(value);
  const [text, setText] = useState(value);
  const [isOpening, setIsOpening] = useState(false);

  useShortcuts([
    {
      keys: ["/"],
      label: t("label"),
      run() {
        input.current?.focus();
        input.current?.select();
      },
    },
  ]);

  useEffect(() => () => clearTimeout(waiting.current), []);

  // Back, a cleared filter or the palette changed the search: the box follows, yet never while somebody types.
  useEffect(() => {
    if (isPending || waiting.current !== undefined || value === sent.current) return;
    sent.current = value;
    setText(value);
  }, [value, isPending]);

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
    waiting.current = isComposing ? undefined : setTimeout(() => search(next), next === "" ? 0 : TYPING_MS);
  }

  async function enter() {
    const number = text.trim();
    if (!WHOLE_NUMBER.test(number)) return search(text);
    clearTimeout(waiting.current);
    setIsOpening(true);
    try {
      const { data, pagination } = await callLazily(LIST_ORDERS, { q: number, limit: "2" }, where);
      const [only] = data;
      if (only && pagination.total === 1) router.push(href(`/orders/${only.order_id}`));
      else search(text);
    } catch {
      // The list asks again, and says what is wrong.
      search(text);
    } finally {
      setIsOpening(false);
    }
  }

  function onKeyDown(event: KeyboardEvent) {
    // Enter also ends the writing of a Chinese word.
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void enter();
  }

  return (
    <Field label={t("label")} {...(className ? { className } : {})}>
      <div className="relative">
        <Search aria-hidden="true" className="pointer-events-none absolute top-2.5 left-2.5 size-4 text-muted" />
        <Input
          ref={input}
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          placeholder={t("placeholder")}
          aria-keyshortcuts="/"
          value={text}
          onChange={(event) => type(event.target.value, (event.nativeEvent as InputEvent).isComposing)}
          onCompositionEnd={(event) => type(event.currentTarget.value, false)}
          onKeyDown={onKeyDown}
          className="pr-2 pl-8"
        />
        <span className="pointer-events-none absolute top-2 right-2 text-muted">
          {isOpening ? <Spinner className="mt-0.5" /> : <KeyHint hidden={text !== ""} />}
        </span>
      </div>
    </Field>
  );
}

function KeyHint({ hidden }: { hidden: boolean }) {
  return (
    <span aria-hidden="true" className={cn("hidden", !hidden && "md:inline")}>
      <Kbd>/</Kbd>
    </span>
  );
}
