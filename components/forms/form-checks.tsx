"use client";

import {
  createContext,
  type ReactNode,
  type RefObject,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from "react";
import { type FieldErrors, type FieldValues, FormProvider, type UseFormReturn, useFormState } from "react-hook-form";

/** Reports to the form that a field was left or changed. */
type Checks = {
  /** Judges the field, and everything that already has an error. */
  left: (name: string) => void;
  /** Judges what has an error: the field itself while it is corrected, and others that depend on it. */
  changed: (name: string) => void;
  warnings: WarningStore;
};

type Listener = () => void;

/** The warnings of all fields; each field is notified of its own only. */
export class WarningStore {
  #messages = new Map<string, string>();
  readonly #listeners = new Set<Listener>();

  readonly subscribe = (listener: Listener) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  readonly of = (name: string): string | undefined => this.#messages.get(name);

  /** Whether one of these fields has a warning. */
  some(isMeant: (name: string) => boolean): boolean {
    return [...this.#messages.keys()].some(isMeant);
  }

  /** Replaces all warnings with these; if a field has several, the first counts. */
  replace(warnings: readonly (readonly [name: string, message: string])[]): void {
    this.#messages = new Map([...warnings].reverse());
    for (const listener of this.#listeners) listener();
  }
}

const ChecksContext = createContext<Checks | null>(null);

/** Where a field reports. Throws outside a form. */
export function useChecks(): Checks {
  const checks = useContext(ChecksContext);
  if (!checks) throw new Error("useChecks was called outside FormChecks");
  return checks;
}

/** The warning of a field, in the reader's language. */
export function useWarning(name: string): string | undefined {
  const { warnings } = useChecks();
  const read = () => warnings.of(name);
  return useSyncExternalStore(warnings.subscribe, read, read);
}

/** Whether one of these fields has a warning. */
export function useHasWarning(isMeant: (name: string) => boolean): boolean {
  const { warnings } = useChecks();
  const read = () => warnings.some(isMeant);
  return useSyncExternalStore(warnings.subscribe, read, read);
}

export type FieldProblem = { name: string; message: string; type: string };

/** The errors of a form as a list. */
export function listErrors(errors: FieldErrors, below = ""): FieldProblem[] {
  return Object.entries(errors).flatMap(([key, error]) => {
    if (!error || typeof error !== "object") return [];
    const name = below ? `${below}.${key}` : key;
    // An error has a string as its type; a field may be called `type` too.
    if (typeof error.type === "string")
      return [{ name: name.replace(/\.root$/, ""), message: String(error.message ?? ""), type: error.type }];
    return listErrors(error as FieldErrors, name);
  });
}

/** Errors in the order in which their fields are on the page; those without a field last. */
export function inPageOrder(problems: readonly FieldProblem[]): FieldProblem[] {
  const placed = problems.map((problem) => ({ problem, element: document.getElementById(fieldId(problem.name)) }));
  placed.sort((a, b) => {
    if (!a.element || !b.element) return Number(!a.element) - Number(!b.element);
    return a.element.compareDocumentPosition(b.element) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
  });
  return placed.map(({ problem }) => problem);
}

// An error appears below a field when the person leaves it. If it appeared between pressing and releasing the mouse,
// the target would move away under the pointer and the click would be lost.
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
 * A form whose fields are judged when the person leaves them and, once one has an error, on each change. Errors from
 * the server stay until their field is changed: only the server can judge them.
 */
export function FormChecks({
  form,
  warnings,
  attempts = 0,
  box,
  children,
}: {
  form: UseFormReturn<FieldValues>;
  warnings: WarningStore;
  /** Grows with each refused attempt: the first wrong field gets the focus, else `box`. */
  attempts?: number;
  box?: RefObject<HTMLElement | null>;
  children: ReactNode;
}) {
  const { errors } = useFormState({ control: form.control });
  const latest = useRef(errors);
  useEffect(() => {
    latest.current = errors;
  });
  const afterPress = usePointerPause();

  useEffect(() => {
    if (attempts === 0) return;
    // Folded fields with an error open in this render's own effects.
    const timer = setTimeout(() => {
      const isFound = inPageOrder(listErrors(latest.current)).some(({ name }) => focusField(name));
      if (!isFound) box?.current?.focus();
    }, 50);
    return () => clearTimeout(timer);
  }, [attempts, box]);

  const checks = useMemo<Checks>(() => {
    const wrong = () => listErrors(latest.current).filter(({ type }) => type === "rule");
    const judge = (names: readonly string[]) => {
      const distinct = [...new Set(names)];
      // With one name only that field is drawn again; with several, all are.
      if (distinct.length > 0) void form.trigger(distinct.length === 1 ? distinct[0] : distinct);
    };
    const isServers = (name: string) => {
      const own = form.getFieldState(name).error;
      return own !== undefined && own.type !== "rule";
    };
    return {
      warnings,
      left: (name) =>
        afterPress(() => judge([...(isServers(name) ? [] : [name]), ...wrong().map((each) => each.name)])),
      changed(name) {
        if (isServers(name)) form.clearErrors(name);
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

/** Whether it is a button that is not a field's own control. */
export function isPlainButton(target: EventTarget | null | undefined): boolean {
  return target instanceof HTMLButtonElement && !target.id.startsWith(fieldId(""));
}

/**
 * Moves the focus to a field, or to the first control in it if the field is a group; with `selects` what is typed next
 * replaces its text, as after the tabulator. False: it is not on the page.
 */
export function focusField(name: string, { selects = false } = {}): boolean {
  const element = document.getElementById(fieldId(name));
  if (!element) return false;
  const focusable = "input, textarea, button, [role=radio], [tabindex]";
  const control = element.matches(focusable) ? element : element.querySelector(focusable);
  if (!(control instanceof HTMLElement)) return false;
  control.focus();
  if (selects && control instanceof HTMLInputElement) control.select();
  control.scrollIntoView({ block: "center" });
  return true;
}

/** Moves the focus to a field that the next render adds. */
export function focusFieldSoon(name: string): void {
  setTimeout(() => focusField(name));
}
