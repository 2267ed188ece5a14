"use client";

import { Command } from "cmdk";
import { Keyboard, Languages, LogOut, Search, ShieldAlert } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useTheme } from "next-themes";
import { type ReactNode, type RefObject, useState } from "react";
import { ENVIRONMENTS } from "@/lib/environment";
import { LANGUAGE_NAMES } from "@/lib/i18n/language";
import { LANGUAGES } from "@/lib/i18n/languages";
import { usePlace } from "../environment";
import { leaveBy } from "../leave-by";
import { Dialog, DialogContent } from "../ui/dialog";
import { EnvironmentDot } from "./environment-switch";
import { KeyName } from "./key-name";
import { useLanguage } from "./language-switch";
import { useShortcutList } from "./shortcuts";
import { THEME_ICONS, THEMES } from "./themes";
import { useTwin, useWays } from "./ways";

type Entry = {
  id: string;
  label: string;
  icon: ReactNode;
  keys?: readonly string[];
  words?: string[];
  run: () => void;
};

/** Everything that can be reached or switched, found by typing; what is typed can also be looked for among the orders. */
export function CommandPalette({
  open,
  onOpenChange,
  earlyText,
  onSignOut,
  onSignOutEverywhere,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** What was typed before the palette was there. */
  earlyText: RefObject<string>;
  onSignOut: () => void;
  onSignOutEverywhere: () => void;
}) {
  const t = useTranslations("shell");
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        title={t("palette.title")}
        titleHidden
        closeHidden
        className="inset-x-2 top-2 bottom-auto rounded-lg sm:top-[12dvh] sm:max-w-xl sm:translate-y-0"
        bodyClassName="p-0 sm:p-0"
      >
        <Entries
          onDone={() => onOpenChange(false)}
          earlyText={earlyText}
          onSignOut={onSignOut}
          onSignOutEverywhere={onSignOutEverywhere}
        />
      </DialogContent>
    </Dialog>
  );
}

function Entries({
  onDone,
  earlyText,
  onSignOut,
  onSignOutEverywhere,
}: {
  onDone: () => void;
  earlyText: RefObject<string>;
  onSignOut: () => void;
  onSignOutEverywhere: () => void;
}) {
  const t = useTranslations("shell");
  const router = useRouter();
  const go = (to: string) => leaveBy(() => router.push(to));
  const { environment, href } = usePlace();
  const ways = useWays();
  const twin = useTwin();
  const showShortcuts = useShortcutList();
  const { language, choose } = useLanguage();
  const { theme, setTheme } = useTheme();
  const [typed, setTyped] = useState(earlyText.current);

  const groups: { heading: string; entries: Entry[] }[] = [
    {
      heading: t("palette.go"),
      entries: ways.map(({ id, label, href: to, icon: Icon, keys }) => ({
        id,
        label,
        icon: <Icon aria-hidden="true" />,
        ...(keys ? { keys } : {}),
        run: () => go(to),
      })),
    },
    {
      heading: t("palette.switch"),
      entries: [
        ...ENVIRONMENTS.filter((each) => each !== environment).map((each) => ({
          id: each,
          label: t("palette.toEnvironment", { environment: t(`environments.${each}`) }),
          icon: <EnvironmentDot environment={each} className="mx-1" />,
          run: () => go(twin(each)),
        })),
        ...LANGUAGES.filter((each) => each !== language).map((each) => ({
          id: `language-${each}`,
          label: LANGUAGE_NAMES[each],
          icon: <Languages aria-hidden="true" />,
          words: [t("language"), "language", "語言"],
          run: () => choose(each),
        })),
        ...THEMES.filter((each) => each !== theme).map((each) => {
          const Icon = THEME_ICONS[each];
          return {
            id: `theme-${each}`,
            label: t("palette.toTheme", { theme: t(`themes.${each}`) }),
            icon: <Icon aria-hidden="true" />,
            run: () => setTheme(each),
          };
        }),
      ],
    },
    {
      heading: t("palette.more"),
      entries: [
        {
          id: "shortcuts",
          label: t("shortcuts"),
          icon: <Keyboard aria-hidden="true" />,
          keys: ["?"],
          run: showShortcuts,
        },
        { id: "sign-out", label: t("signOut"), icon: <LogOut aria-hidden="true" />, run: onSignOut },
        {
          id: "sign-out-everywhere",
          label: t("signOutEverywhere"),
          icon: <ShieldAlert aria-hidden="true" />,
          run: onSignOutEverywhere,
        },
      ],
    },
  ];

  function run(work: () => void) {
    onDone();
    work();
  }

  return (
    <Command label={t("palette.title")} className="flex min-h-0 flex-1 flex-col">
      <div className="flex h-12 shrink-0 items-center gap-2 border-b border-line px-4">
        <Search aria-hidden="true" className="size-4 shrink-0 text-muted" />
        <Command.Input
          value={typed}
          onValueChange={setTyped}
          placeholder={t("palette.placeholder")}
          className="h-full w-full min-w-0 bg-transparent text-base outline-none placeholder:text-muted"
        />
      </div>
      <Command.List
        label={t("palette.title")}
        className="max-h-[min(24rem,60dvh)] overflow-y-auto overscroll-contain p-2"
      >
        <Command.Empty className="px-2 py-6 text-center text-muted">{t("palette.empty")}</Command.Empty>
        {groups.map(({ heading, entries }) => (
          <Command.Group
            key={heading}
            heading={heading}
            className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-muted"
          >
            {entries.map(({ id, label, icon, keys, words, run: work }) => (
              <PaletteItem
                key={id}
                value={id}
                keywords={[label, ...(words ?? [])]}
                icon={icon}
                {...(keys ? { keys } : {})}
                onSelect={() => run(work)}
              >
                {label}
              </PaletteItem>
            ))}
          </Command.Group>
        ))}
        {typed.trim() ? (
          <Command.Group forceMount>
            <PaletteItem
              value="search-orders"
              forceMount
              icon={<Search aria-hidden="true" />}
              onSelect={() => run(() => go(href(`/orders?q=${encodeURIComponent(typed.trim())}`)))}
            >
              {t("palette.searchOrders", { text: typed.trim() })}
            </PaletteItem>
          </Command.Group>
        ) : null}
      </Command.List>
    </Command>
  );
}

function PaletteItem({
  value,
  keywords,
  icon,
  keys,
  forceMount = false,
  onSelect,
  children,
}: {
  value: string;
  keywords?: string[];
  icon: ReactNode;
  keys?: readonly string[];
  forceMount?: boolean;
  onSelect: () => void;
  children: ReactNode;
}) {
  return (
    <Command.Item
      value={value}
      {...(keywords ? { keywords } : {})}
      forceMount={forceMount}
      onSelect={onSelect}
      className="flex min-h-9 cursor-default items-center gap-2 rounded-sm px-2 py-1 select-none aria-selected:bg-hover [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted"
    >
      {icon}
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {keys ? (
        <span className="hidden shrink-0 gap-1 sm:flex">
          {keys.map((key) => (
            <KeyName key={key} combination={key} />
          ))}
        </span>
      ) : null}
    </Command.Item>
  );
}
