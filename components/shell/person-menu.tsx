"use client";

import { ChevronsUpDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { usePlace } from "../environment";
import { MenuButton } from "../ui/menu-button";
import PersonMenuList from "./person-menu-list";

/** Who is signed in for which account; opens language, theme, shortcuts and the ways out. */
export function PersonMenu(ways: { onSignOut: () => void; onSignOutEverywhere: () => void }) {
  const t = useTranslations("shell");
  const { account, person } = usePlace();
  return (
    <MenuButton
      menu={PersonMenuList}
      props={ways}
      trigger={
        <button
          type="button"
          aria-label={t("personMenu", { person: person.name, account: account.name })}
          className="flex w-full min-w-0 items-center gap-2 rounded-md px-2 py-1.5 text-left hover:bg-hover"
        >
          <span
            aria-hidden="true"
            className="flex size-7 shrink-0 items-center justify-center rounded-full bg-hover text-xs font-semibold text-muted"
          >
            {[...person.name][0]?.toUpperCase()}
          </span>
          <span className="min-w-0 flex-1">
            <span className="block truncate font-semibold">{account.name}</span>
            <span className="block truncate text-xs text-muted">{person.email}</span>
          </span>
          <ChevronsUpDown aria-hidden="true" className="size-4 shrink-0 text-muted" />
        </button>
      }
    />
  );
}
