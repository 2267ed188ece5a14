"use client";

// Loaded late: what the palette shows, at the first typed character.

import { Command } from "cmdk";
import { Keyboard, Languages, LogOut, Package, Search, ShieldAlert, UserRound } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useTheme } from "next-themes";
import { type ReactNode, type RefObject, useEffect, useLayoutEffect } from "react";
import { districtName } from "@/lib/addresses/districts";
import { type FindableCommand, matchingCommands } from "@/lib/choice-search";
import { ENVIRONMENTS } from "@/lib/environment";
import { LANGUAGE_NAMES } from "@/lib/i18n/language";
import { LANGUAGES } from "@/lib/i18n/languages";
import { useWorkspace } from "../environment";
import { leaveBy } from "../forms/leave-by";
import { useOpenOrder } from "../orders/open-order";
import { Spinner } from "../ui/spinner";
import { StatusBadge } from "../ui/status-badge";
import { EnvironmentDot } from "./environment-switch";
import { KeyName } from "./key-name";
import { useLanguage } from "./language-switch";
import { useTwin } from "./nav-items";
import { usePaletteItems } from "./palette-items";
import { useShortcutList } from "./shortcuts";
import { THEME_ICONS, THEMES } from "./themes";
import { useFound } from "./use-found";

type Entry = FindableCommand & {
  icon: ReactNode;
  /** A second, quieter text. */
  detail?: string;
  badge?: ReactNode;
  keys?: readonly string[];
  run: () => void;
};

type Group = { heading: string | null; entries: readonly Entry[] };

/** Pages, switches and the rest, in groups. */
function useCommands(leave: { onSignOut: () => void; onSignOutEverywhere: () => void }): Group[] {
  const t = useTranslations("shell");
  const router = useRouter();
  const go = (to: string) => leaveBy(() => router.push(to));
  const { environment } = useWorkspace();
  const items = usePaletteItems();
  const twin = useTwin();
  const showShortcuts = useShortcutList();
  const { language, choose } = useLanguage();
  const { theme, setTheme } = useTheme();
  return [
    {
      heading: t("palette.go"),
      entries: items.map(({ id, label, href: to, icon: Icon, keys }) => ({
        value: id,
        label,
        isPage: !/^(new|ship)/.test(id),
        icon: <Icon aria-hidden="true" />,
        ...(keys ? { keys } : {}),
        run: () => go(to),
      })),
    },
    {
      heading: t("palette.switch"),
      entries: [
        ...ENVIRONMENTS.filter((each) => each !== environment).map((each) => ({
          value: each,
          label: t("palette.toEnvironment", { environment: t(`environments.${each}`) }),
          isPage: false,
          icon: <EnvironmentDot environment={each} className="mx-1" />,
          run: () => go(twin(each)),
        })),
        ...LANGUAGES.filter((each) => each !== language).map((each) => ({
          value: `language-${each}`,
          label: LANGUAGE_NAMES[each],
          isPage: false,
          icon: <Languages aria-hidden="true" />,
          keywords: [t("language"), "language", "語言"],
          run: () => choose(each),
        })),
        ...THEMES.filter((each) => each !== theme).map((each) => {
          const Icon = THEME_ICONS[each];
          return {
            value: `theme-${each}`,
            label: t("palette.toTheme", { theme: t(`themes.${each}`) }),
            isPage: false,
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
          value: "shortcuts",
          label: t("shortcuts"),
          isPage: true,
          icon: <Keyboard aria-hidden="true" />,
          keys: ["?"],
          run: showShortcuts,
        },
        {
          value: "sign-out",
          label: t("signOut"),
          isPage: false,
          icon: <LogOut aria-hidden="true" />,
          run: leave.onSignOut,
        },
        {
          value: "sign-out-everywhere",
          label: t("signOutEverywhere"),
          isPage: false,
          icon: <ShieldAlert aria-hidden="true" />,
          run: leave.onSignOutEverywhere,
        },
      ],
    },
  ];
}

/**
 * What the palette shows for a text: the commands that it names, the orders that it finds, the search of the list, and
 * the commands that it only begins. A text with a figure is a number, so its orders come first.
 */
function useGroups(text: string, commands: readonly Group[]) {
  const t = useTranslations("shell");
  const router = useRouter();
  const { href } = useWorkspace();
  const { language } = useLanguage();
  const openOrder = useOpenOrder();
  const { orders, customers, ...read } = useFound(text);
  if (!text) return { groups: commands, ...read };

  const go = (to: string) => leaveBy(() => router.push(to));
  const searchList = () => go(href(`/orders?q=${encodeURIComponent(text)}`));
  async function search() {
    const isOpened = await openOrder(text)?.catch(() => false);
    if (!isOpened) searchList();
  }
  const { named, others } = matchingCommands(
    commands.flatMap(({ entries }) => entries),
    text,
  );
  const all: Group[] = [
    { heading: t("palette.commands"), entries: named },
    {
      heading: t("palette.orders"),
      entries: orders.map(({ order_id, recipient_name, order_status }) => ({
        value: order_id,
        label: recipient_name,
        detail: order_id,
        isPage: true,
        icon: <Package aria-hidden="true" />,
        badge: <StatusBadge status={order_status} />,
        run: () => go(href(`/orders/${order_id}`)),
      })),
    },
    {
      heading: t("palette.customers"),
      entries: customers.map(({ id, label, party, district, country }) => ({
        value: `address-${id}`,
        label: [party.name, label].filter(Boolean).join(" · "),
        detail: [party.mobile, district ? districtName(district, language) : country].filter(Boolean).join(" · "),
        isPage: true,
        icon: <UserRound aria-hidden="true" />,
        run: () => go(href(`/addresses/${id}`)),
      })),
    },
    {
      heading: null,
      entries: [
        {
          value: "search-orders",
          label: t("palette.searchOrders", { text }),
          isPage: true,
          icon: <Search aria-hidden="true" />,
          run: () => void search(),
        },
      ],
    },
    { heading: t("palette.commands"), entries: others },
  ];
  return { groups: all.filter(({ entries }) => entries.length > 0), ...read };
}

/** What the palette shows below its field; the first time, it runs what was entered before it was loaded. */
export default function PaletteEntries({
  typed,
  field,
  isEntered,
  onValues,
  onDone,
  ...leave
}: {
  typed: string;
  field: RefObject<HTMLInputElement | null>;
  isEntered: RefObject<boolean>;
  onValues: (values: readonly string[]) => void;
  onDone: () => void;
  onSignOut: () => void;
  onSignOutEverywhere: () => void;
}) {
  const t = useTranslations("shell");
  const { groups, isLoading, hasFailed } = useGroups(typed.trim(), useCommands(leave));
  const entries = groups.flatMap((group) => group.entries);
  const values = entries.map(({ value }) => value).join("\n");
  useLayoutEffect(() => onValues(values.split("\n")), [values, onValues]);
  const choose = (entry: Entry) => {
    onDone();
    entry.run();
  };
  // From the button that loaded this again.
  useEffect(() => field.current?.focus(), [field]);
  const [first] = entries;
  useEffect(() => {
    if (!isEntered.current || !first) return;
    isEntered.current = false;
    choose(first);
  });

  return (
    <>
      {hasFailed ? (
        <p role="alert" className="border-b border-line px-4 py-2 text-bad">
          {t("palette.failed")}
        </p>
      ) : null}
      {isLoading ? <Spinner className="absolute top-4 right-4 text-muted" /> : null}
      <Command.List
        label={t("palette.title")}
        className="max-h-[min(24rem,60dvh)] overflow-y-auto overscroll-contain p-2"
      >
        {groups.map(({ heading, entries }) => (
          <Command.Group
            // One group of commands is above the orders, the other below.
            key={entries[0]?.value}
            {...(heading ? { heading } : {})}
            className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-muted"
          >
            {entries.map((entry) => (
              <PaletteItem key={entry.value} {...entry} onSelect={() => choose(entry)} />
            ))}
          </Command.Group>
        ))}
      </Command.List>
    </>
  );
}

function PaletteItem({ value, label, detail, icon, keys, badge, onSelect }: Entry & { onSelect: () => void }) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className="flex min-h-9 cursor-default items-center gap-2 rounded-sm px-2 py-1 select-none aria-selected:bg-hover [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted"
    >
      {icon}
      <span className="min-w-0 flex-1 truncate">
        {label} {detail ? <span className="ml-2 text-xs text-muted tabular-nums">{detail}</span> : null}
      </span>
      {badge}
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
