import type { ListProvider } from "@/lib/list-provider";
import * as carriers from "@/server/carriers";
import type { AccountContext } from "@/server/context";

// "Sampan Local Door-to-Door", "Sampan International Economy": where all begin alike, the beginning says nothing.
function commonBeginning(names: readonly string[]): string {
  const [first = "", ...rest] = names;
  let length = first.length;
  for (const name of rest) while (!name.startsWith(first.slice(0, length))) length--;
  const common = first.slice(0, length);
  const atWord = /\s/.test(common) ? common.slice(0, common.lastIndexOf(" ") + 1) : common;
  return rest.length > 0 && names.every((name) => name.length > atWord.length) ? atWord : "";
}

/** The services in the reader's language. */
export async function providersFor(ctx: AccountContext): Promise<ListProvider[]> {
  const rows = await carriers.listProviders(ctx, {});
  const named = rows.map(({ code, ship_type, name_en, name_zh }) => ({
    code,
    ship_type,
    name: ctx.language === "zh-Hant" ? name_zh : name_en,
  }));
  const beginning = commonBeginning(named.map(({ name }) => name)).length;
  return named.map((provider) => ({ ...provider, shortName: provider.name.slice(beginning) }));
}
