"use client";

import { useTranslations } from "next-intl";
import { Kbd } from "@/components/ui/kbd";
import { BENCH_COMMANDS, type BenchCommand } from "@/lib/warehouse/bench-commands";
import { COMMAND_KEYS } from "./bench-actions";

/** What the codes of the bench card do, and the keys that do the same. */
export function CommandHelp() {
  const t = useTranslations("warehouse.bench");
  return (
    <table className="w-full text-left text-base">
      <caption className="sr-only">{t("help.title")}</caption>
      <thead className="text-sm text-muted">
        <tr>
          <th scope="col" className="py-1 pr-4 font-normal">
            {t("help.key")}
          </th>
          <th scope="col" className="py-1 pr-4 font-normal">
            {t("help.what")}
          </th>
          <th scope="col" className="py-1 font-normal max-sm:hidden">
            {t("help.code")}
          </th>
        </tr>
      </thead>
      <tbody>
        {(Object.entries(BENCH_COMMANDS) as [BenchCommand, string][]).map(([command, code]) => (
          <tr key={command} className="border-t border-line align-top">
            <td className="py-2 pr-4">
              <Kbd>{COMMAND_KEYS[command]}</Kbd>
            </td>
            <td className="py-2 pr-4">
              <span className="font-semibold">{t(`commands.${command}`)}</span>
              <span className="block text-sm text-muted">{t(`help.${command}`)}</span>
            </td>
            <td className="py-2 font-mono text-sm whitespace-nowrap max-sm:hidden">{code}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
