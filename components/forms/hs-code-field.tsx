"use client";

import { type FormEvent, type KeyboardEvent, useState } from "react";
import { HsSuggestions } from "../order-form/line-suggestions";
import { type CommonFieldProps, TextField } from "./form-fields";

/** A code of the tariff; words typed into it find one. */
export function HsCodeField(props: CommonFieldProps) {
  const [typed, setTyped] = useState("");

  function onInput({ target }: FormEvent<HTMLElement>) {
    if (target instanceof HTMLInputElement) setTyped(target.value);
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.key !== "ArrowDown" || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    event.currentTarget.querySelector<HTMLElement>("[data-suggestions] button")?.focus();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the key only leads into its list
    <div className="@container flex flex-col gap-2" onInput={onInput} onKeyDown={onKeyDown}>
      <TextField {...props} kind="code" />
      {typed ? <HsSuggestions field={props.name} text={typed} onDone={() => setTyped("")} /> : null}
    </div>
  );
}
