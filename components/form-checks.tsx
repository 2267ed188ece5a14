"use client";

import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from "react";
import { type FieldErrors, type FieldValues, FormProvider, type UseFormReturn, useFormState } from "react-hook-form";

/** Tells the form that a field was left or changed. */
type Checks = {
  /** Judges the field, and whatever has an error already. */
  left: (name: string) => void;
  /** Judges what has an error: the field itself while it is mended, and others that hang on it. */
  changed: (name: string) => void;
  warnings: WarningStore;
};

type Listener = () => void;

/** The warnings of all fields; each field hears of its own only. */
export class WarningStore {
  #words = new Map<string, string>();
  readonly #listeners = new Set<Listener>();

  readonly subscribe = (listener: Listener) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  readonly of = (name: string): string | undefined => this.#words.get(name);

  /** Puts these in place of all others; of several for a field the first holds. */
  replace(warnings: readonly (readonly [name: string, words: string])[]): void {
    this.#words = new Map([...warnings].reverse());
    for (const listener of this.#listeners) listener();
  }
}

const ChecksContext = createContext<Checks | null>(null);

/** What a field reports to. Throws outside a form. */
export function useChecks(): Checks {
  const checks = useContext(ChecksContext);
  if (!checks) throw new Error("useChecks stands outside FormChecks");
  return checks;
}

/** The warning of a field, in the reader's language. */
export function useWarning(name: string): string | undefined {
  const { warnings } = useChecks();
  const read = () => warnings.of(name);
  return useSyncExternalStore(warnings.subscribe, read, read);
}

export type FieldProblem = { name: string; message: string; type: string };

/** The errors of a form as a list. */
export function listErrors(errors: FieldErrors, below = ""): FieldProblem[] {
  return Object.entries(errors).flatMap(([key, error]) => {
    if (!error || typeof error !== "object") return [];
    const name = below ? `${below}.${key}` : key;
    // An error has a type in words; a field may be called `type` too.
    if (typeof error.type === "string")
      return [{ name: name.replace(/\.root$/, ""), message: String(error.message ?? ""), type: error.type }];
    return listErrors(error as FieldErrors, name);
  });
}

// Words appear below a field when it is left. Were they to appear between a press and its release, whatever is pressed
// would move away under the pointer, and the click be lost.
function usePointerPause(): (run: () => void) => void {
  const isDown = useRef(false);
  const waiting = useRef<(() => void)[]>([]);
  useEffect(() => {
    const down = () => {
      isDown.current = true;
    };
    const up = () => {
      isDown.current = false;
      const runs = waiting.current.splice(0);
      if (runs.length > 0) setTimeout(() => runs.forEach((run) => void run()));
    };
    document.addEventListener("pointerdown", down, true);
    document.addEventListener("pointerup", up, true);
    document.addEventListener("pointercancel", up, true);
    return () => {
      document.removeEventListener("pointerdown", down, true);
      document.removeEventListener("pointerup", up, true);
      document.removeEventListener("pointercancel", up, true);
    };
  }, []);
  return useCallback((run) => {
    if (isDown.current) waiting.current.push(run);
    else run();
  }, []);
}

/**
 * A form whose fields are judged when they are left and, once one has an error, as it is changed. Errors that the server
 * found stay until their field is changed: nobody here can judge them.
 */
export function FormChecks({
  form,
  warnings,
  children,
}: {
  form: UseFormReturn<FieldValues>;
  warnings: WarningStore;
  children: ReactNode;
}) {
  const { errors } = useFormState({ control: form.control });
  const latest = useRef(errors);
  useEffect(() => {
    latest.current = errors;
  });
  const afterPress = usePointerPause();

  const checks = useMemo<Checks>(() => {
    const wrong = () => listErrors(latest.current).filter(({ type }) => type === "rule");
    const judge = (names: readonly string[]) => {
      const distinct = [...new Set(names)];
      // Told of one field, only that one is drawn again; of several, all are.
      if (distinct.length > 0) void form.trigger(distinct.length === 1 ? distinct[0] : distinct);
    };
    return {
      warnings,
      left: (name) => afterPress(() => judge([name, ...wrong().map((each) => each.name)])),
      changed(name) {
        const own = form.getFieldState(name).error;
        if (own && own.type !== "rule") form.clearErrors(name);
        judge(wrong().map((each) => each.name));
      },
    };
  }, [form, warnings, afterPress]);

  return (
    <FormProvider {...form}>
      <ChecksContext value={checks}>{children}</ChecksContext>
    </FormProvider>
  );
}

/** The id of a field's control: errors link to it. */
export function fieldId(name: string): string {
  return `f-${name.replaceAll(".", "-")}`;
}

/** Moves the focus to a field; to the first control in it where the field is a group. False: it is not on the page. */
export function focusField(name: string): boolean {
  const element = document.getElementById(fieldId(name));
  if (!element) return false;
  const focusable = "input, textarea, button, [role=radio], [tabindex]";
  const control = element.matches(focusable) ? element : element.querySelector(focusable);
  if (!(control instanceof HTMLElement)) return false;
  control.focus();
  control.scrollIntoView({ block: "center" });
  return true;
}

/** Moves the focus to a field that the next render brings. */
export function focusFieldSoon(name: string): void {
  setTimeout(() => focusField(name));
}
