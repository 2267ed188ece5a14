/** Finds SQL that reaches rows of accounts without the condition of a scope. */

type Source = { path: string; text: string };
type Declaration = { path: string; name: string; text: string };

/** The declarations at the top of a file, by name and without comments. */
function declarations({ path, text }: Source): Declaration[] {
  const code = text.replace(/^\s*(\*|\/\/|\/\*).*$/gm, "");
  const starts = [...code.matchAll(/^(?:export )?(?:async )?(?:function\*?|const|let|class) (\w+)/gm)];
  return starts.map(({ 1: name = "", index }, at) => ({ path, name, text: code.slice(index, starts[at + 1]?.index) }));
}

/** The templates of a text that are in no other one. */
function templates(text: string): string[] {
  const found: string[] = [];
  /** Of each template, or expression within one, that is open: where it began, and the braces open in it. */
  const open: { from: number; braces: number | null }[] = [];
  for (let at = 0; at < text.length; at++) {
    const inner = open.at(-1);
    if (text[at] === "\\") at++;
    else if (text[at] === "`" && inner && inner.braces === null) {
      open.pop();
      if (!open.length) found.push(text.slice(inner.from, at));
    } else if (text[at] === "`") open.push({ from: at, braces: null });
    else if (inner?.braces === null) {
      if (text.startsWith("${", at)) open.push({ from: at++, braces: 0 });
    } else if (inner && inner.braces !== null) {
      if (text[at] === "{") inner.braces++;
      else if (text[at] === "}" && inner.braces-- === 0) open.pop();
    }
  }
  return found;
}

/** A template with the text of what is put into it, of the same declaration or the same file, or of a function that another file has. */
function whole(template: string, { path, text }: Declaration, all: readonly Declaration[]): string {
  const own = new Map(
    [...text.matchAll(/\bconst (\w+)\b[\s\S]*?;$/gm)].map(([statement, name = ""]) => [name, statement]),
  );
  const texts = new Map([["", template]]);
  for (const each of texts.values())
    for (const [put] of each.matchAll(/\$\{[^}]*|\[.*\]|\bwhere\(\w+|\w+\(scope/g))
      for (const [name] of put.matchAll(/\b[a-z]\w+|\b[A-Z_]+\b/g)) {
        const above = all.filter((declaration) => declaration.name === name);
        const declared = own.get(name) ?? (above.find((one) => one.path === path) ?? above[0])?.text;
        if (declared !== undefined && !texts.has(name)) texts.set(name, declared);
      }
  return [...texts.values()].join("\n").replace(/\s+/g, " ");
}

const KEYWORDS = "where|join|left|on|order|group|limit|set|for|using|cross|lateral|union|values|returning|offset";

/** Whether a table is held to a scope: it has the condition, or is joined to a table that has it. */
function isScoped(sql: string, alias: string | undefined): boolean {
  if (!sql.includes("within(")) return false;
  const conditions = alias
    ? [`within\\([^"]*, "${alias}"\\)`, `\\b${alias}\\.environment = \\w+\\.environment`, `= ${alias}\\.environment`]
    : ['within\\([^"]*?\\)', "(?<!\\.)environment = \\w+\\.environment"];
  return conditions.some((condition) => new RegExp(condition).test(sql));
}

/** Where SQL names one of the tables without a condition of its scope, or everybody's rows are asked for, as "file declaration". */
export function unscoped(sources: readonly Source[], tables: readonly string[]): string[] {
  const all = sources.filter(({ text }) => text.includes('from "kysely"')).flatMap(declarations);
  const named = new RegExp(
    `(?<!insert )\\b(?:from|join|update|using|into|,) (?:${tables.join("|")})\\b(?![.(])(?: (?:as )?(?!(?:${KEYWORDS})\\b)(\\w+))?`,
    "g",
  );
  const beyond = all.filter((declaration) => {
    const isOpen = templates(declaration.text).some((template) => {
      const sql = whole(template, declaration, all);
      return [...template.replace(/\s+/g, " ").matchAll(named)].some(([, alias]) => !isScoped(sql, alias));
    });
    return isOpen || declaration.text.includes("everyAccount(");
  });
  return beyond.map(({ path, name }) => `${path} ${name}`);
}
