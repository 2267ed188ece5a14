import type { InputOf } from "@/lib/contracts/contract";
import { judge, type Rules } from "@/lib/contracts/judge";
import { dropEmpty } from "@/lib/contracts/normalise";
import { type proposeTariff, type SheetBody, sheetBody } from "@/lib/contracts/tariff";
import { readableRows, sheetRules } from "@/lib/contracts/tariff-rules";
import { invalid, notFound, type Problem } from "@/lib/errors";
import { type Loose, string } from "@/lib/loose";
import { readCsv } from "@/lib/tables/csv-file";
import { readSheetLines } from "@/lib/tables/tariff-csv";
import { countriesOf, LOCAL, type SheetRow } from "@/lib/tariff-sheets";
import { type Catalogue, catalogue } from "@/server/carriers";
import type { Context } from "@/server/context";
import type { Sheet } from "@/server/db/sheets";

export type SheetInput = InputOf<typeof proposeTariff>;

/** Rules of a sheet that need the providers. */
function providerRules({ providers }: Catalogue): Rules {
  return (body, found) => {
    const problems: Problem[] = [...found];
    const rows = readableRows(body);
    if (body.kind === "FUEL")
      for (const [index, { provider }] of rows.entries())
        if (provider && !providers.has(provider))
          problems.push({ path: ["rows", index, "provider"], key: "sheetProvider" });
    const code = string(body.provider);
    if (body.kind !== "TARIFF" || code === undefined) return problems;
    const provider = providers.get(code);
    if (!provider) return [...problems, { path: ["provider"], key: "sheetProvider" }];
    const isLocal = provider.shipType === "local";
    for (const [index, { countries }] of rows.entries())
      if (countries && countriesOf(countries).includes(LOCAL) !== isLocal)
        problems.push({ path: ["rows", index, "countries"], key: "sheetLocal" });
    return problems;
  };
}

/** The rules of sheets that need the server, for the handlers that take one. */
export async function serverRules(ctx: Context): Promise<Rules> {
  return providerRules(await catalogue(ctx));
}

/** A file's rows, judged as rows are. @throws ApiError 400000; each problem of a row names its line in the file */
function judgedFile(input: SheetInput, csv: string, rules: Rules): SheetBody {
  const { lines, problem } = readSheetLines(input.kind, readCsv(csv));
  if (problem) throw invalid({ path: ["csv"], ...problem });
  const body: Loose = { ...input, csv: undefined, rows: lines.map(({ cells }) => cells) };
  dropEmpty(body);
  const { data, problems } = judge(sheetBody, body, sheetRules, rules);
  if (!problems) return data;
  const placed = problems.map((problem): Problem => {
    const line = lines[Number(problem.path[1])]?.line;
    return problem.path[0] === "rows" && line !== undefined ? { ...problem, extra: { line } } : problem;
  });
  throw invalid(...placed);
}

/**
 * Sheets are what production costs, and testing follows them: changes take what production takes. @throws ApiError
 * NOT_FOUND
 */
export function requireProduction({ environment }: Context): void {
  if (environment !== "production") throw notFound();
}

/** The sheet that a body describes. @throws ApiError NOT_FOUND in testing, 400000 for a file that is wrong */
export async function sheetOf(ctx: Context, input: SheetInput): Promise<Sheet> {
  requireProduction(ctx);
  const judged = input.csv === undefined ? input : judgedFile(input, input.csv, await serverRules(ctx));
  return {
    kind: judged.kind,
    provider: judged.kind === "TARIFF" ? judged.provider : null,
    valid_from: judged.valid_from,
    // A cell that is not given is absent, which JSON sees to.
    rows: JSON.parse(JSON.stringify(judged.rows ?? [])) as SheetRow[],
  };
}
