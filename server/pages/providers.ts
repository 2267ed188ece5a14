import type { ListProvider } from "@/lib/lists/list-provider";
import * as carriers from "@/server/carriers";
import type { Context } from "@/server/context";

// "Sampan Local Door-to-Door", "Sampan International Economy": a beginning that all names share says nothing.
function commonBeginning(names: readonly string[]): string {
  const [first = "", ...rest] = names;
  let length = first.length;
  for (const name of rest) while (!name.startsWith(first.slice(0, length))) length--;
  const common = first.slice(0, length);
  const atWord = /\s/.test(common) ? common.slice(0, common.lastIndexOf(" ") + 1) : common;
  return rest.length > 0 && names.every((name) => name.length > atWord.length) ? atWord : "";
}

/** The services in the reader's language. */
export async function providersFor(ctx: Context): Promise<ListProvider[]> {
  const rows = await carriers.listProviders(ctx, {});
  const isChinese = ctx.language === "zh-Hant";
  const named = rows.map(({ code, ship_type, name_en, name_zh, suspended, suspension }) => ({
    code,
    ship_type,
    name: isChinese ? name_zh : name_en,
    ...(suspended && suspension && { notice: isChinese ? suspension.notice_zh : suspension.notice_en }),
  }));
  const beginning = commonBeginning(named.map(({ name }) => name)).length;
  return named.map((provider) => ({ ...provider, shortName: provider.name.slice(beginning) }));
}
