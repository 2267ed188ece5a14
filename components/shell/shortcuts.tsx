"use client";

import { useTranslations } from "next-intl";
import { createContext, type ReactNode, useContext, useLayoutEffect, useMemo, useRef, useState } from "react";
import { Checkbox } from "../ui/checkbox";
import { Dialog, DialogContent } from "../ui/dialog";
import { KeyName } from "./key-name";
import { areSingleKeysOn, rememberSingleKeys } from "./single-keys";

type Registry = {
  add: (read: () => readonly Shortcut[]) => () => void;
  showList: () => void;
};

const RegistryContext = createContext<Registry | null>(null);

const SEQUENCE_MS = 1200;
/** A scanner that types like a keyboard is faster than any hand; its letters are not shortcuts. */
export const SCANNER_MS = 50;

/** Makes shortcuts work, and lists them under `?`, while the component is mounted. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const registry = useContext(RegistryContext);
  const latest = useRef(shortcuts);
  // Before the page is shown: a key may be pressed as soon as it is.
  useLayoutEffect(() => {
    latest.current = shortcuts;
  });
  useLayoutEffect(() => registry?.add(() => latest.current), [registry]);
}

/** Opens the list of shortcuts. */
export function useShortcutList(): () => void {
  const registry = useContext(RegistryContext);
  return registry?.showList ?? (() => undefined);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest("input, textarea, select, [role=combobox], [role=textbox]") !== null)
  );
}

/** Whether something lies over the page that has the keys. */
export function isCovered(): boolean {
  return document.querySelector("[role=dialog], [role=alertdialog], [role=menu], [role=listbox]") !== null;
}

/** Handles the keyboard for all shortcuts and shows their list. */
export function ShortcutsProvider({ children }: { children: ReactNode }) {
  const readers = useRef(new Set<() => readonly Shortcut[]>());
  const [listed, setListed] = useState<readonly Shortcut[] | null>(null);
  const t = useTranslations("shortcuts");
  const help = t("list");

  const registry = useMemo<Registry>(() => {
    const all = () => [...readers.current].flatMap((read) => read());
    return {
      add(read) {
        readers.current.add(read);
        return () => {
          readers.current.delete(read);
        };
      },
      showList: () => setListed(all()),
    };
  }, []);

  useLayoutEffect(() => registry.add(() => [{ keys: ["?"], label: help, run: registry.showList }]), [registry, help]);

  useLayoutEffect(() => {
    let pressed: string[] = [];
    let lastAt = 0;
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const find = (keys: readonly string[]) =>
      [...readers.current].flatMap((read) => read()).find((each) => each.keys.join(" ") === keys.join(" "));

    function onKeyDown(event: KeyboardEvent) {
      const isCombined = event.ctrlKey || event.metaKey;
      // Radio buttons prevent what Enter does, also that of Ctrl Enter; dialogs do so because they have it for themselves.
      if (event.defaultPrevented && !(isCombined && !isCovered())) return;
      if (event.isComposing || event.repeat) return;
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      if (isCombined) {
        const shortcut = event.altKey ? undefined : find([`mod+${key}`]);
        if (!shortcut) return;
        event.preventDefault();
        shortcut.run();
        return;
      }
      if (/^F\d+$/.test(key)) {
        const shortcut = event.altKey || isCovered() ? undefined : find([event.shiftKey ? `shift+${key}` : key]);
        if (!shortcut) return;
        event.preventDefault();
        shortcut.run();
        return;
      }
      if (event.altKey || key.length !== 1 || isTyping(event.target) || isCovered()) return;
      if (!areSingleKeysOn()) return;
      const gap = event.timeStamp - lastAt;
      lastAt = event.timeStamp;
      clearTimeout(waiting);
      if (gap < SCANNER_MS) {
        pressed = [];
        return;
      }
      pressed = gap > SEQUENCE_MS ? [key] : [...pressed, key].slice(-2);
      const shortcut = find(pressed) ?? find([key]);
      if (!shortcut) return;
      pressed = [];
      // What leads to a field does so at once, or the letters after it would go elsewhere; no code begins with a sign.
      if (/\w/.test(key)) {
        waiting = setTimeout(shortcut.run, SCANNER_MS);
        return;
      }
      event.preventDefault();
      shortcut.run();
    }

    window.addEventListener("keydown", onKeyDown);
    return () => {
      window.removeEventListener("keydown", onKeyDown);
      clearTimeout(waiting);
    };
  }, []);

  return (
    <RegistryContext value={registry}>
      {children}
      {listed ? <ShortcutList shortcuts={listed} onClose={() => setListed(null)} /> : null}
    </RegistryContext>
  );
}

type Shortcut = {
  /** Keys one after another: `["g", "o"]`, `["?"]`; `mod+k` is Ctrl K, on a Mac ⌘ K; `F8`, `shift+F8`. */
  keys: readonly string[];
  /** What it does, as the list under `?` shows it. */
  label: string;
  run: () => void;
};

/** Every shortcut that works here and now, and the choice to turn single-key ones off. */
function ShortcutList({ shortcuts, onClose }: { shortcuts: readonly Shortcut[]; onClose: () => void }) {
  const t = useTranslations("shortcuts");
  const [isOn, setIsOn] = useState(areSingleKeysOn);
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent title={t("title")} size="sm">
        <dl className="divide-y divide-line">
          {shortcuts.map(({ keys, label }) => (
            <div key={keys.join(" ")} className="flex min-h-10 items-center justify-between gap-4">
              <dt>{label}</dt>
              <dd className="flex shrink-0 items-center gap-1 text-xs text-muted">
                {keys.map((key, index) => (
                  <span key={key} className="inline-flex items-center gap-1">
                    {index > 0 ? t("then") : null}
                    <KeyName combination={key} />
                  </span>
                ))}
              </dd>
            </div>
          ))}
        </dl>
        <Checkbox
          className="mt-4"
          label={t("singleKeys")}
          hint={t("singleKeysHint")}
          checked={isOn}
          onCheckedChange={(checked) => {
            setIsOn(checked === true);
            rememberSingleKeys(checked === true);
          }}
        />
      </DialogContent>
    </Dialog>
  );
}
