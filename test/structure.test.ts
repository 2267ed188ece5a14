import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { CONTRACTS } from "@/lib/contracts";
import { VALIDATION_MESSAGES } from "@/lib/i18n/validation";
import { OPERATION_IDS, OPERATIONS, operationOf } from "@/lib/operations";
import { testedBy } from "./changed";
import { BELOW, filesBelow, imports, moduleOf, opened, pages, ROOMS, ROOT, resolved, sources } from "./sources";

const room = (path: string) => path.split("/")[0] ?? "";

describe("which module may import which", () => {
  const mayImport: Record<string, string[]> = {
    app: ["app", "components", "server", "lib"],
    components: ["components", "lib"],
    lib: ["lib"],
    server: ["server", "lib"],
  };

  it("holds between the rooms", () => {
    const wrong = imports.filter(({ from, to }) => {
      const allowed = mayImport[room(from)];
      return allowed && ROOMS.includes(room(to)) && !allowed.includes(room(to));
    });
    expect(wrong).toEqual([]);
  });

  it("has no arrow between pages that are beside each other", () => {
    const pageFolders = new Set(
      sources.flatMap(({ path }) => {
        if (!/^app\/.*\/page\.tsx$/.test(path)) return [];
        const steps = path.split("/").slice(0, -1);
        return steps.map((_, index) => steps.slice(0, index + 1).join("/"));
      }),
    );
    const wrong = imports.filter(({ from, to }) => {
      const [a, b] = [from.split("/"), to.split("/")];
      const at = a.findIndex((step, index) => step !== b[index]);
      return pageFolders.has(a.slice(0, at + 1).join("/")) && pageFolders.has(b.slice(0, at + 1).join("/"));
    });
    expect(wrong).toEqual([]);
  });

  it("loads late what says so of itself, and why", () => {
    const isOfPages = (path: string) => ["app", "components", "lib"].includes(room(path));
    const marked = sources.filter(({ path, text }) => isOfPages(path) && text.includes("// Loaded late: "));
    const late = imports.filter(({ from, late }) => late && isOfPages(from));
    expect(marked.length).toBeGreaterThan(15);
    expect(new Set(late.flatMap(({ to }) => resolved(to) ?? []))).toEqual(new Set(marked.map(({ path }) => path)));
  });

  it("lets pages and handlers see modules by their index only", () => {
    const wrong = imports.filter(({ from, to }) => {
      const target = moduleOf(to);
      return target && moduleOf(from) !== target && room(from) !== "test" && to !== `server/${target}`;
    });
    expect(wrong).toEqual([]);
  });

  it("is between modules what the picture in docs/architecture.md shows, which has no circle", () => {
    const arrows = new Set(
      imports.flatMap(({ from, to }) => {
        const [source, target] = [moduleOf(from), moduleOf(to)];
        return source && target && source !== target ? `${source} --> ${target}` : [];
      }),
    );
    const drawn = [...BELOW].flatMap(([from, to]) => to.map((target) => `${from} --> ${target}`));
    expect([...arrows].sort()).toEqual(drawn.sort());
    const left = new Map(BELOW);
    for (let size = -1; size !== left.size; ) {
      size = left.size;
      for (const [name, below] of left) if (below.every((each) => !left.has(each))) left.delete(name);
    }
    expect([...left.keys()]).toEqual([]);
  });

  it("keeps modules from knowing how they are asked", () => {
    const wrong = imports.filter(
      ({ from, to }) =>
        from.split("/").length > 2 &&
        // Pages and the process ask, too.
        !/^server\/(http|pages|process)\//.test(from) &&
        room(from) === "server" &&
        to.startsWith("server/http/"),
    );
    expect(wrong).toEqual([]);
  });

  it("keeps the outside world out of lib and components", () => {
    const outside = sources.filter(
      ({ path, text }) =>
        ["lib", "components"].includes(room(path)) && /from "(node:|pg"|kysely|next\/headers|pino)/.test(text),
    );
    expect(outside.map(({ path }) => path)).toEqual([]);
  });

  it("has no circles, whether of values or of types", () => {
    const graph = new Map<string, string[]>();
    for (const { from, to } of imports) {
      const target = resolved(to);
      if (target && target !== from) graph.set(from, [...(graph.get(from) ?? []), target]);
    }
    const state = new Map<string, "open" | "done">();
    const circles: string[] = [];
    const visit = (path: string, trail: string[]) => {
      if (state.get(path) === "done") return;
      if (state.get(path) === "open") {
        circles.push([...trail.slice(trail.indexOf(path)), path].join(" → "));
        return;
      }
      state.set(path, "open");
      for (const next of graph.get(path) ?? []) visit(next, [...trail, path]);
      state.set(path, "done");
    };
    for (const path of graph.keys()) visit(path, []);
    expect(circles).toEqual([]);
  });
});

describe("one truth", () => {
  it("has one reader of the environment", () => {
    const readers = sources.filter(
      ({ path, text }) =>
        ["app", "components", "lib", "server"].includes(room(path)) &&
        path !== "server/env.ts" &&
        /process\.env\b/.test(text),
    );
    expect(readers.map(({ path }) => path)).toEqual([]);
  });

  it("has a contract for every operation under its own id, and roles that may call it", () => {
    expect(CONTRACTS.map(({ id }) => id)).toEqual(OPERATION_IDS);
    for (const { who, id } of CONTRACTS) expect(who === "anyone" || who.length > 0, id).toBe(true);
  });

  it("has each address once, and one name for a parameter at one place", () => {
    const addresses = OPERATION_IDS.map((id) => OPERATIONS[id].at);
    expect(new Set(addresses).size).toBe(addresses.length);
    const names = new Map<string, string>();
    for (const { path } of CONTRACTS)
      for (const { 0: name, index } of path.matchAll(/\{\w+\}/g)) {
        const before = path.slice(0, index).replace(/\{\w+\}/g, "{}");
        expect(names.get(before) ?? name, path).toBe(name);
        names.set(before, name);
      }
  });

  it("has ids of operations in no other list that settles something", () => {
    const ids = new Set<string>(OPERATION_IDS);
    const lists = sources
      .filter(({ path }) => ["lib", "server"].includes(room(path)))
      .flatMap(({ path, text }) =>
        [...text.matchAll(/\[((?:\s*"\w+",?)+)\s*\]/g)]
          .map(([, items = ""]) => [...items.matchAll(/"(\w+)"/g)].map(([, id = ""]) => id))
          .filter((items) => items.length > 1 && items.every((id) => ids.has(id)))
          .map((items) => `${path}: ${items.join(", ")}`),
      );
    expect(lists).toEqual([]);
  });

  it("has query fields on operations that only read: callers know no more of what goes where", () => {
    // A file has no fields of its own.
    const withFields = CONTRACTS.filter(({ method, query, fileTypes }) => query && method !== "GET" && !fileTypes);
    expect(withFields.map(({ id }) => id)).toEqual([]);
    expect(CONTRACTS.filter(({ method, body }) => body && method === "GET").map(({ id }) => id)).toEqual([]);
  });

  it("has a test of every operation's address", () => {
    const tests = sources.filter(({ path }) => path.startsWith("test/"));
    // A parameter is a value, or something between braces; the last step may be, too, if the file names it.
    const inBraces = String.raw`\$\{[^}]*\}`;
    const isIn = (text: string, path: string) => {
      const steps = path.split("/").map((step) => (step.startsWith("{") ? `(?:${inBraces}|[\\w.:-]+)` : step));
      const last = steps.pop();
      const before = steps.join("/");
      return (
        new RegExp(`${before}/${last}(?![\\w/-])`).test(text) ||
        (new RegExp(`${before}/${inBraces}(?![\\w/-])`).test(text) && text.includes(`"${last}"`))
      );
    };
    const untested = CONTRACTS.filter(({ path }) => !tests.some(({ text }) => isIn(text, path)));
    expect(untested.map(({ path }) => path)).toEqual([]);
  });

  it("has a page for every address that a journey of the gate opens, and such a journey for every page", () => {
    const named = [...new Set([...opened.values()].flat())];
    expect(named.filter((page) => !pages.includes(page))).toEqual([]);
    expect(pages.filter((page) => !named.includes(page))).toEqual([]);
  });

  it("has every validation message in both languages, with the same parameters", () => {
    for (const [key, words] of Object.entries(VALIDATION_MESSAGES)) {
      const parameters = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();
      expect(parameters(words["zh-Hant"]), key).toEqual(parameters(words.en));
    }
  });
});

describe("what an operation changes", () => {
  const resourcesOf = (kind: "shows" | "changes") =>
    new Set(OPERATION_IDS.flatMap((id) => operationOf(id)[kind] ?? []));

  it("is shown by a read, and what reads show is changed by an operation", () => {
    expect([...resourcesOf("changes")].sort()).toEqual([...resourcesOf("shows")].sort());
  });

  it("is sent by useOperation, but for series of calls, and pages that show nothing of it", () => {
    const writes = OPERATION_IDS.filter((id) => operationOf(id).changes);
    const sent = new RegExp(`\\bcall\\(\\s*"(?:${writes.join("|")})"`);
    const own = sources.filter(({ path, text }) => /^(app|components)\//.test(path) && sent.test(text));
    expect(own.map(({ path }) => path).sort()).toEqual([
      "app/(auth)/forgot-password/forgot-password-form.tsx",
      "app/(auth)/set-password-form.tsx",
      "app/(dashboard)/[environment]/dispatch/scan-out.tsx",
      "app/(dashboard)/[environment]/orders/form/use-draft.ts",
      "app/(dashboard)/[environment]/orders/list/drafts-table.tsx",
      "app/(dashboard)/[environment]/webhooks/[webhookId]/test-panel.tsx",
      "app/(support)/support/statements/import-view.tsx",
      "app/(warehouse)/warehouse/[environment]/waves/[waveId]/pick-list.tsx",
      "components/auth/passkeys.ts",
      "components/bulk.ts",
      "components/import/grid/use-rows.ts",
      "components/security/factor-section.tsx",
      "components/security/show-factor.tsx",
      "components/warehouse/bench/use-bench.ts",
    ]);
  });
});

/** The arguments of an ICU message, also those within its branches. */
function argumentsOf(message: string): string[] {
  const found = new Set<string>();
  let at = 0;
  const readText = () => {
    while (at < message.length && message[at] !== "}") {
      if (message[at++] !== "{") continue;
      const [, name = "", kind = ""] = /^\s*(\w+)\s*(?:,\s*(\w+)\s*,?)?/.exec(message.slice(at)) ?? [];
      found.add(kind ? `${name}, ${kind}` : name);
      while (at < message.length && message[at] !== "}") {
        if (message[at++] !== "{") continue;
        readText();
        at++;
      }
      at++;
    }
  };
  readText();
  return [...found].sort();
}

type Catalogue = { [key: string]: string | Catalogue };

function flat(catalogue: Catalogue, prefix = ""): Record<string, string> {
  return Object.fromEntries(
    Object.entries(catalogue).flatMap(([key, value]) =>
      typeof value === "string" ? [[prefix + key, value]] : Object.entries(flat(value, `${prefix}${key}.`)),
    ),
  );
}

describe("what modules remember", () => {
  // Next's bundle of the pages has copies of the modules that the program has, and what counts or queues is there once.
  const REASONS: Record<string, string> = {
    "server/db/transaction.ts: ends": "by transaction, which one copy opens and commits",
    "server/request-log/mask.ts: known": "made from contracts, the same in each copy",
    "server/request-log/mask.ts: NOTHING": "never changed",
    "server/http/address.ts: peers": "by connection, of which the http server alone knows",
    "server/http/openapi.ts: built": "made from contracts, the same in each copy",
    "server/tracking/places.ts: known": "read from a file, the same in each copy",
    "server/webhooks/outgoing.ts: opened": "texts that deliveries have decrypted, at most 1,000",
    "server/address-parser/countries.ts: ownNames": "made from the engine's names, the same in each copy",
    "server/address-parser/index.ts: known": "answers of a function, the same in each copy",
    "server/address-parser/text.ts: folded": "answers of a function, the same in each copy",
    "server/accounts/sign-in/passwords.ts: decoy": "a hash that no password has; any does",
    "server/accounts/sign-in/password-rules.ts: common": "read from a file, the same in each copy",
  };

  it("has a reason to be there once for each copy, or is there once for the process (server/process-wide.ts)", () => {
    const states = sources
      .filter(({ path }) => room(path) === "server" && path !== "server/process-wide.ts")
      .flatMap(({ path, text }) =>
        [
          ...text.matchAll(
            /^(?:export )?(?:let (\w+)|const (\w+)\b[^=\n]*= (?:new (?:Weak)?(?:Map|Set)(?:<.*>)?\(\)|\[\]|\{\});)/gm,
          ),
        ].map(([, changed, filled]) => `${path}: ${changed ?? filled}`),
      );
    expect(states.sort()).toEqual(Object.keys(REASONS).sort());
  });
});

describe("both languages", () => {
  const read = (name: string) =>
    flat(JSON.parse(readFileSync(join(ROOT, `lib/i18n/${name}.json`), "utf8")) as Catalogue);
  const whole = (name: string) => ({ ...read(name), ...read(`late/${name}`), ...read(`mails/${name}`) });
  const [en, zh] = [whole("en"), whole("zh-Hant")];

  it("have the same messages", () => {
    expect(Object.keys(zh).sort()).toEqual(Object.keys(en).sort());
    expect(Object.entries({ ...en, ...zh }).filter(([, words]) => words.trim() === "")).toEqual([]);
  });

  it("have the same arguments in each", () => {
    const both = Object.keys(en).filter((key) => key in zh);
    expect(both.map((key) => [key, argumentsOf(zh[key] ?? "")])).toEqual(
      both.map((key) => [key, argumentsOf(en[key] ?? "")]),
    );
  });

  it("are the only place of what pages say", () => {
    // Names (of keys and of the API's fields too), and the API reference, which is in English as the document that it shows.
    const allowed = new Set(["Sampan", "舢舨", "Enter", "F2"]);
    const pages = sources.filter(
      ({ path }) => /^(app|components)\/.*\.tsx$/.test(path) && !path.startsWith("app/reference/"),
    );
    const outside = pages.flatMap(({ path, text }) =>
      [
        ...text.matchAll(/<\/?[A-Za-z](?:=>|[^<>])*(?<!=)>\s*([\p{L}“‘][^<>{};=]*?)\s*(?:<\/?[A-Za-z]|\{)/gu),
        ...text.matchAll(/\s(?:aria-label|title|placeholder|alt|label|description)="([^"]*\p{L}[^"]*)"/gu),
      ]
        .map(([, words = ""]) => words)
        .filter((words) => !allowed.has(words) && !/^[a-z0-9]+(_[a-z0-9]+)+$/.test(words))
        .map((words) => `${path}: ${words}`),
    );
    expect(outside).toEqual([]);
  });
});

describe("tests", () => {
  it("are in a folder that is named like the folder below server/ that they are about, and so are its parts", () => {
    const OTHERS = ["bench", "both-ways", "components", "faults", "journeys", "lib", "server", "timed"];
    const folders = new Set(sources.flatMap(({ path }) => /^test\/(.+)\//.exec(path)?.[1] ?? []));
    const wrong = [...folders].filter((name) => {
      const [top = ""] = name.split("/");
      return !OTHERS.includes(top) && !existsSync(join(ROOT, "server", name));
    });
    expect(wrong).toEqual([]);
  });

  it("of a change are those of its modules, of what builds on them, and the journeys of its pages", () => {
    const retry = testedBy(["server/webhooks/retry.ts"]);
    expect(retry.tests).toEqual(expect.arrayContaining(["test/webhooks/", "test/orders/", "test/pick-pack/"]));
    expect(retry.tests).not.toContain("test/customs/");
    expect(retry.journeys).toEqual([]);
    expect(testedBy(["lib/decimal.ts"]).tests).toEqual(["test/"]);
    expect(testedBy(["docs/gate.md"])).toEqual({ tests: [], journeys: [], manyPages: 0 });
    const rates = testedBy(["app/(dashboard)/[environment]/rates/page.tsx"]);
    expect(rates.journeys).toContain("test/journeys/rates.journey.ts");
    expect(rates.tests).toEqual(["test/components/", "test/pages/"]);
    expect(testedBy(["components/ui/button.tsx"])).toMatchObject({ journeys: [], manyPages: expect.any(Number) });
  });
});

describe("documentation", () => {
  const pages = [join(ROOT, "README.md"), join(ROOT, "CONTRIBUTING.md"), ...filesBelow(join(ROOT, "docs"))].filter(
    (path) => existsSync(path) && path.endsWith(".md"),
  );

  it("names paths and scripts that exist", () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
      scripts: Record<string, string>;
    };
    const missing = pages.flatMap((page) => {
      const text = readFileSync(page, "utf8");
      const paths = [...text.matchAll(/`((?:app|components|lib|server|public|test|docs|\.ci)\/[\w./[\]()-]*)`/g)].map(
        (match) => match[1] ?? "",
      );
      const named = [...text.matchAll(/npm run ([\w:]+)/g)].map((match) => match[1] ?? "");
      return [
        ...paths.filter((path) => !existsSync(join(ROOT, path))),
        ...named.filter((name) => !(name in scripts)),
      ].map((what) => `${relative(ROOT, page)}: ${what}`);
    });
    expect(missing).toEqual([]);
  });

  it("names a journey for each way of the keyboard", () => {
    const journeys = filesBelow(join(ROOT, "test/journeys"))
      .map((path) => readFileSync(path, "utf8"))
      .join();
    const ways = readFileSync(join(ROOT, "docs/keys.md"), "utf8")
      .split("\n")
      .filter((line) => line.startsWith("| "));
    const named = ways.slice(1).map((line) => line.split("|").at(-2)?.trim() ?? "");
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((name) => !journeys.includes(`"${name}"`))).toEqual([]);
  });

  it("opens the README with the two commands", () => {
    const head = readFileSync(join(ROOT, "README.md"), "utf8").slice(0, 800);
    expect(head).toContain("npm install && npm start");
    expect(head).toContain("npm install && npm test");
  });
});

describe("names", () => {
  it("are kebab-case and mean something", () => {
    const wrong = sources
      .map(({ path }) => path.split("/").at(-1) ?? "")
      .filter((name) => /^(utils?|helpers?|misc)\./.test(name) || !/^(\[|[a-z0-9.-]+$)/.test(name));
    expect(wrong).toEqual([]);
  });

  it("warns of files that may hold two subjects: no table and no test is too long", () => {
    for (const { path, text } of sources) {
      const lines = text.trimEnd().split("\n").length;
      if (lines > 600 && !/^test\/|^server\/db\/(sample|tables)\//.test(path))
        console.warn(`${path} has ${lines} lines`);
    }
  });
});

describe("the contract", () => {
  const rules = readFileSync(join(ROOT, "docs/contract.md"), "utf8");
  const numbers = [...rules.matchAll(/^\*\*(\d+\.\d+)\*\* /gm)].map((match) => match[1]);

  it("has every rule that code and documents cite", () => {
    const cited = [
      ...sources,
      ...filesBelow(join(ROOT, "docs")).map((path) => ({ path, text: readFileSync(path, "utf8") })),
    ]
      .filter(({ path }) => path !== "test/structure.test.ts")
      .flatMap(({ path, text }) =>
        // A comment's lines are joined, for a citation may begin on one and end on the next.
        [...text.replace(/\n[ \t]*(\*|\/\/)?[ \t]*/g, " ").matchAll(/(?<!RFC \d+ )§(\d+(?:\.\d+)?)/g)].map(
          ([, number = ""]) => ({
            path,
            number,
          }),
        ),
      );
    const sections = new Set(numbers.map((number) => number?.split(".")[0]));
    expect(cited.filter(({ number }) => !numbers.includes(number) && !sections.has(number))).toEqual([]);
    // Documents that a reader of the repository does not have.
    const elsewhere = sources.filter(
      ({ path, text }) =>
        path !== "test/structure.test.ts" && /\b(decisions|additions)(\.md)? §|[Ss]pecification\b/.test(text),
    );
    expect(elsewhere.map(({ path }) => path)).toEqual([]);
  });

  it("gives each rule a number of its own, below its section, in order", () => {
    const wrong = [...rules.matchAll(/^## (\d+)\. [^\n]*\n([\s\S]*?)(?=^## |$(?![\s\S]))/gm)].filter(
      ([, section, text]) => {
        const own = [...(text ?? "").matchAll(/^\*\*(\d+\.\d+)\*\* /gm)].map((match) => match[1]);
        return own.some((number, index) => number !== `${section}.${index + 1}`);
      },
    );
    expect(wrong.map(([, section]) => section)).toEqual([]);
  });
});
