import { useTranslations } from "next-intl";
import type { Collection } from "@/lib/dispatch";
import type { ListProvider } from "@/lib/lists/list-provider";

/** What a collection is called: its hours, or why it has none, and its service. */
export function useCollectionLabels(providers: readonly ListProvider[]) {
  const t = useTranslations("collections");
  const names = new Map(providers.map(({ code, shortName }) => [code, shortName]));
  return {
    serviceOf: ({ provider }: Pick<Collection, "provider">) => names.get(provider) ?? provider,
    whenOf: ({ kind, start, end }: Pick<Collection, "kind" | "start" | "end">) =>
      kind === "BOOKED" && start && end ? `${start}–${end}` : t(`kinds.${kind}`),
  };
}
