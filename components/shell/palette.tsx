"use client";

import { Command } from "cmdk";
import { Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, Suspense, useRef, useState } from "react";
import { Dialog, DialogContent } from "../ui/dialog";
import { focusAfterText } from "../ui/focus-after-text";
import { lazyPart } from "../ui/lazy-part";

const loadEntries = () => import("./command-palette");
const Entries = lazy(() => lazyPart(loadEntries));

/** Loads what the palette shows, before it is opened. */
export const preloadEntries = () => void loadEntries().catch(() => null);

/** Everything that can be reached or switched, and the orders, found by typing. Its field is there at once. */
export function Palette({
  onClose,
  ...leaveWays
}: {
  onClose: () => void;
  onSignOut: () => void;
  onSignOutEverywhere: () => void;
}) {
  const t = useTranslations("shell.palette");
  const [typed, setTyped] = useState("");
  const text = typed.trim();
  const [values, setValues] = useState<readonly string[]>([]);
  // The first entry is chosen, also when orders arrive late, until the person chooses another for this text.
  const attended = useRef<string | null>(null);
  const [chosen, setChosen] = useState({ text, value: "" });
  const isChosen = chosen.text === text && values.includes(chosen.value);
  const field = useRef<HTMLInputElement>(null);
  /** Enter was pressed before there was anything to choose from. */
  const isEntered = useRef(false);
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent
        title={t("title")}
        titleHidden
        closeHidden
        onOpenAutoFocus={focusAfterText}
        className="inset-x-2 top-2 bottom-auto rounded-lg sm:top-[12dvh] sm:max-w-xl sm:translate-y-0"
        bodyClassName="p-0 sm:p-0"
      >
        <Command
          shouldFilter={false}
          label={t("title")}
          value={isChosen ? chosen.value : (values[0] ?? "")}
          onValueChange={(value) => {
            if (attended.current === text) setChosen({ text, value });
          }}
          onKeyDownCapture={({ key, nativeEvent }) => {
            if (["ArrowUp", "ArrowDown", "Home", "End"].includes(key)) attended.current = text;
            if (key === "Enter" && values.length === 0 && !nativeEvent.isComposing) isEntered.current = true;
          }}
          onPointerMoveCapture={() => {
            attended.current = text;
          }}
          className="flex min-h-0 flex-1 flex-col"
        >
          <div className="flex h-12 shrink-0 items-center gap-2 border-b border-line px-4">
            <Search aria-hidden="true" className="size-4 shrink-0 text-muted" />
            <Command.Input
              ref={field}
              value={typed}
              onValueChange={setTyped}
              placeholder={t("placeholder")}
              className="h-full w-full min-w-0 bg-transparent text-base outline-none placeholder:text-muted"
            />
          </div>
          {/* The field names its list by id from the start. */}
          <Suspense fallback={<Command.List aria-busy />}>
            <Entries
              typed={typed}
              field={field}
              isEntered={isEntered}
              onValues={setValues}
              onDone={onClose}
              {...leaveWays}
            />
          </Suspense>
        </Command>
      </DialogContent>
    </Dialog>
  );
}
