"use client";

import {
  CircleArrowRight,
  CircleCheckBig,
  type LucideIcon,
  OctagonX,
  PackageOpen,
  PackageX,
  Printer,
  Undo2,
} from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";
import type { BenchCommand } from "@/lib/warehouse/bench-commands";

/** The key of every command, for a keyboard next to the scanner. */
export const COMMAND_KEYS: Record<BenchCommand, string> = {
  undo: "F2",
  reopen: "F4",
  short: "F6",
  print: "F8",
  ready: "F9",
  next: "F10",
};

const ICONS: Record<BenchCommand, LucideIcon> = {
  undo: Undo2,
  reopen: PackageOpen,
  short: PackageX,
  print: Printer,
  ready: CircleCheckBig,
  next: CircleArrowRight,
};

/** The command of every key. */
export function keysOf(run: (command: BenchCommand) => void): Record<string, () => void> {
  return Object.fromEntries(
    (Object.entries(COMMAND_KEYS) as [BenchCommand, string][]).map(([command, key]) => [key, () => run(command)]),
  );
}

/** The commands as large buttons, with their keys. */
export function BenchActions({
  commands,
  primary,
  isShort,
  busy,
  onRun,
}: {
  commands: readonly BenchCommand[];
  primary: BenchCommand | null;
  isShort: boolean;
  busy: BenchCommand | null;
  onRun: (command: BenchCommand) => void;
}) {
  const t = useTranslations("warehouse.bench.commands");
  return (
    <fieldset className="grid min-w-0 grid-cols-2 gap-2 sm:grid-cols-3 xl:grid-cols-6">
      <legend className="sr-only">{t("title")}</legend>
      {commands.map((command) => {
        const Icon = ICONS[command];
        return (
          <Button
            key={command}
            variant={command === primary ? "primary" : "secondary"}
            aria-keyshortcuts={COMMAND_KEYS[command]}
            {...(command === "short" ? { "aria-pressed": isShort } : {})}
            loading={busy === command}
            className="h-14 justify-start text-base whitespace-normal aria-pressed:border-warn aria-pressed:bg-warn-tint aria-pressed:text-warn"
            onClick={() => onRun(command)}
          >
            <Icon aria-hidden="true" />
            <span className="min-w-0 flex-1 text-left leading-5">{t(command)}</span>
            <span aria-hidden="true" className="max-sm:hidden">
              <Kbd>{COMMAND_KEYS[command]}</Kbd>
            </span>
          </Button>
        );
      })}
    </fieldset>
  );
}

/** Opens the dialogs that no code opens. */
export function MoreActions({ onRepack, onReject }: { onRepack: (() => void) | null; onReject: () => void }) {
  const t = useTranslations("warehouse.bench.commands");
  return (
    <div className="flex flex-wrap gap-2">
      {onRepack ? (
        <Button className="h-14 text-base" onClick={onRepack}>
          <PackageOpen aria-hidden="true" />
          {t("repack")}
        </Button>
      ) : null}
      <Button className="h-14 text-base" onClick={onReject}>
        <OctagonX aria-hidden="true" />
        {t("reject")}
      </Button>
    </div>
  );
}
