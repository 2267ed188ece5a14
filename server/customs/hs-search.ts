import type { DataOf, InputOf } from "@/lib/contracts/contract";
import type * as contracts from "@/lib/contracts/hs-code";
import type { OpenContext } from "@/server/context";
import { processWide } from "@/server/process-wide";
import { facetsAsked, GROUPS, withoutExceptions } from "./facets";
import { type Entry, readCodes, readGoods, readVariants } from "./hs-data";
import { headPart, signsOf, wordsOf } from "./words";

/** Words that lead to codes, as tokens: what goods are called, or (`official`) what the tariff says. */
type Phrase = { entries: readonly number[]; tokens: readonly number[]; last: number; isExact: boolean };

type Index = {
  codes: readonly Entry[];
  phrases: readonly Phrase[];
  /** Token → its number; `weights` by that number: rare ones say more. */
  numbers: ReadonlyMap<string, number>;
  weights: Float64Array;
  /** By token: the phrases, and the codes whose official words have it. */
  inPhrases: readonly (readonly number[])[];
  inOfficial: readonly (readonly number[])[];
  variants: ReadonlyMap<string, string>;
  /** English tokens in order, for what is being typed. */
  vocabulary: readonly string[];
};

/** Tokens of Chinese: each sign, and each two in a row, which say more. */
function pairsOf(runs: readonly (readonly string[])[]): string[] {
  return runs.flatMap((signs) =>
    signs.flatMap((sign, index) => (index === 0 ? [`'${sign}`] : [`'${sign}`, `${signs[index - 1]}${sign}`])),
  );
}

class Builder {
  readonly numbers = new Map<string, number>();
  readonly inPhrases: number[][] = [];
  readonly inOfficial: number[][] = [];

  number(token: string): number {
    const known = this.numbers.get(token);
    if (known !== undefined) return known;
    const number = this.numbers.size;
    this.numbers.set(token, number);
    this.inPhrases.push([]);
    this.inOfficial.push([]);
    return number;
  }

  numbersOf(tokens: readonly string[]): number[] {
    return [...new Set(tokens)].map((token) => this.number(token));
  }
}

function build(): Index {
  const codes = readCodes();
  const variants = readVariants();
  const builder = new Builder();
  const phrases: Phrase[] = [];
  const add = (tokens: readonly string[], last: string, entries: readonly number[], isExact: boolean) => {
    if (tokens.length === 0) return;
    const numbers = builder.numbersOf(tokens);
    for (const number of numbers) builder.inPhrases[number]?.push(phrases.length);
    phrases.push({ entries, tokens: numbers, last: builder.number(last), isExact });
  };
  for (const { entries, english, chinese, isExact } of readGoods(codes)) {
    for (const term of english) {
      const words = wordsOf(term);
      add(words, words.at(-1) ?? "", entries, isExact);
    }
    for (const term of chinese) {
      const tokens = pairsOf(signsOf(term, variants));
      add(tokens, tokens.at(-1) ?? "", entries, isExact);
    }
  }
  codes.forEach(({ description }, index) => {
    for (const number of builder.numbersOf(wordsOf(withoutExceptions(description))))
      builder.inOfficial[number]?.push(index);
  });
  const { numbers, inPhrases, inOfficial } = builder;
  const weights = Float64Array.from(numbers.keys(), (token, number) => {
    const count = (inPhrases[number]?.length ?? 0) + (inOfficial[number]?.length ?? 0) / 8;
    const rarity = Math.log(phrases.length / (1 + count)) / Math.log(phrases.length);
    return Math.max(rarity, 0.1) * (token.startsWith("'") ? 0.35 : 1);
  });
  const vocabulary = [...numbers.keys()].filter((token) => /^[a-z]/.test(token)).sort();
  return { codes, phrases, numbers, weights, inPhrases, inOfficial, variants, vocabulary };
}

/** The list is read when it is first asked for, and kept. */
function index(): Index {
  return processWide("hs-codes", build);
}

/** Reads the list before the first request, which takes a third of a second (contract §32). */
export function loadCodes(): void {
  index();
}

/** Whether one letter is missing, too many, wrong, or swapped with the next. */
function isSlip(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  const [restA, restB] = [a.slice(start), b.slice(start)];
  return (
    restA.slice(1) === restB.slice(1) ||
    restA === restB.slice(1) ||
    restA.slice(1) === restB ||
    (restA.slice(2) === restB.slice(2) && restA[0] === restB[1] && restA[1] === restB[0])
  );
}

/** The vocabulary's words that begin as this one, at most 40. */
function completions({ vocabulary }: Index, beginning: string): string[] {
  let [low, high] = [0, vocabulary.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((vocabulary[middle] ?? "") < beginning) low = middle + 1;
    else high = middle;
  }
  const found: string[] = [];
  for (let at = low; found.length < 40 && vocabulary[at]?.startsWith(beginning); at++) found.push(vocabulary[at] ?? "");
  return found;
}

/** Guesses for a word that the list does not have: two words written as one, or a typing error. */
function guesses(list: Index, word: string): string[] {
  for (let at = 3; at <= word.length - 3; at++) {
    const [first, second] = [wordsOf(word.slice(0, at))[0] ?? "", word.slice(at)];
    if (list.numbers.has(first) && list.numbers.has(second)) return [first, second];
  }
  return word.length < 5
    ? []
    : list.vocabulary.filter((known) => known[0] === word[0] && isSlip(known, word)).slice(0, 3);
}

// Words that say how goods are put up or for whom they are, but not what they are.
const NOT_HEAD = new Set(
  "set kit pack box gift pair bundle combo edition collection men women baby kids unisex xl colour black white red blue pink green grey brown beige silver natural premium luxury cute vintage mini large small".split(
    " ",
  ),
);
// No two of them can match the same signs: a text that repeats them would take exponential time.
const PUT_UP =
  /(?:禮盒|礼盒|套裝|套装|組合|组合|系列|一[盒包套對对件個个支枝條条樽瓶雙双箱]|\d*[件片包支條条對对個个盒入粒枚隻只克公升]|[大中小細细加]碼|男女裝|男裝|女裝|男款|女款|裝|装|款)+$/u;

/** The query as tokens with the share that each counts for; the thing itself counts most. */
function tokensAsked(list: Index, q: string): Map<number, number> {
  const shares = new Map<number, number>();
  const count = (token: string, share: number) => {
    const number = list.numbers.get(token);
    if (number !== undefined) shares.set(number, Math.max(share, shares.get(number) ?? 0));
  };
  const words = wordsOf(q);
  const main = wordsOf(headPart(q));
  const head = main.findLast((word) => !NOT_HEAD.has(word)) ?? main.at(-1);
  words.forEach((word, at) => {
    const share = word === head ? 1.6 : main.includes(word) ? 1 : 0.6;
    count(word, share);
    const next = words[at + 1];
    if (next !== undefined) count(word + next, 1.6);
    if (list.numbers.has(word)) return;
    const others = at === words.length - 1 && /[a-z]$/i.test(q) ? completions(list, word) : [];
    for (const other of others.length > 0 ? others : guesses(list, word)) count(other, share * 0.8);
  });
  const chinese = q
    .trim()
    .replace(/\d+(?:ml|g|kg|cm|mm|l|oz)?/gi, (size) => (/\d$/.test(size) ? size : " "))
    .trim();
  const runs = signsOf(chinese.replace(PUT_UP, "") || chinese, list.variants);
  for (const token of pairsOf(signsOf(chinese, list.variants))) count(token, 1);
  const end = pairsOf(runs.slice(-1)).slice(-3);
  for (const token of end) count(token, 1.6);
  return shares;
}

/** How well each code fits: its best phrase, and what of the rest its official words have. */
function scores(list: Index, shares: ReadonlyMap<number, number>): Map<number, number> {
  const hit = new Map<number, number>();
  const official = new Map<number, number>();
  for (const [number, share] of shares) {
    const weight = (list.weights[number] ?? 0) * share;
    for (const phrase of list.inPhrases[number] ?? []) hit.set(phrase, (hit.get(phrase) ?? 0) + weight);
    for (const entry of list.inOfficial[number] ?? []) official.set(entry, (official.get(entry) ?? 0) + weight);
  }
  const best = new Map<number, number>();
  for (const [at, sum] of hit) {
    const phrase = list.phrases[at];
    if (!phrase) continue;
    let whole = 0;
    let met = 0;
    for (const token of phrase.tokens) {
      const weight = list.weights[token] ?? 0;
      whole += weight;
      if (shares.has(token)) met += weight;
    }
    const covered = (met / whole) ** 1.5;
    const score = sum * covered * (shares.has(phrase.last) ? 1 : 0.7) * (phrase.isExact ? 1.04 : 1);
    for (const entry of phrase.entries) if (score > (best.get(entry) ?? 0)) best.set(entry, score);
  }
  for (const [entry, sum] of official) best.set(entry, (best.get(entry) ?? 0) + sum * 0.2);
  return best;
}

/** A garment for women is none for men, and cotton is not wool: what was named and differs counts against a code. */
function agreement(entry: Entry, wanted: number): number {
  return GROUPS.reduce((factor, group) => {
    const [has, wants] = [entry.facets & group, wanted & group];
    if (!wants || !has) return factor;
    return factor * (has & wants ? 1.2 : 0.5);
  }, 1);
}

// Where no fibre is named: how common it is (the bits of `facets.ts`).
const COMMON: readonly [number, number][] = [
  [32 | 256, 1],
  [512, 0.97],
  [64 | 1024, 0.94],
  [128, 0.93],
];

function commonness({ facets }: Entry): number {
  return COMMON.find(([bits]) => facets & bits)?.[1] ?? 1;
}

/**
 * The codes that fit words in English or Chinese, or that begin with digits, the best first, each once (contract §32).
 * @param limit at most so many
 */
function searchCodes(q: string, limit: number): Entry[] {
  const list = index();
  const digits = q.replace(/[\s.]/g, "");
  if (/^\d+$/.test(digits))
    return list.codes.filter(({ hscode }) => hscode.startsWith(digits.slice(0, 6))).slice(0, limit);
  const wanted = facetsAsked(`${wordsOf(q).join(" ")} ${q}`);
  const fitting = [...scores(list, tokensAsked(list, q))].flatMap(([at, score]) => {
    const entry = list.codes[at];
    return entry ? [{ entry, score: score * agreement(entry, wanted) * commonness(entry) }] : [];
  });
  return fitting
    .sort((a, b) => b.score - a.score || (a.entry.hscode < b.entry.hscode ? -1 : 1))
    .slice(0, limit)
    .map(({ entry }) => entry);
}

/** Codes of six digits by words in English or Chinese, or by their beginning, the best first (contract §32). */
export async function listHsCodes(
  _ctx: OpenContext,
  { q, limit }: InputOf<typeof contracts.listHsCodes>,
): Promise<DataOf<typeof contracts.listHsCodes>> {
  return searchCodes(q, Number(limit)).map(({ facets: _, ...row }) => row);
}
