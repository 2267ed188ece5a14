/** What a choice is found by. */
export type Findable = { label: string; value: string; keywords?: readonly string[] };

/** How a choice fits what was typed, the best first. */
const WHOLE = 0;
const LABEL_BEGINS = 1;
const OTHER_BEGINS = 2;
const WORD_BEGINS = 3;
const INSIDE = 4;

/** Letters and signs that are typed as others, and that Unicode does not take apart. */
const ALIKE: Record<string, string> = {
  ...{ ł: "l", ø: "o", đ: "d", ð: "d", þ: "th", æ: "ae", œ: "oe", ß: "ss", ı: "i" },
  ...{ "’": "'", "‘": "'", "`": "'", 臺: "台" },
};
const IS_ALIKE = new RegExp(`[${Object.keys(ALIKE).join("")}]`, "gu");

/** Text as it is compared with what is typed: without case and accents. */
export function comparable(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase()
    .replace(IS_ALIKE, (sign) => ALIKE[sign] ?? sign)
    .trim();
}

// Chinese has no spaces: each character may begin a word.
const WORD = /\p{Script=Han}|(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu;

/** Whether every word that was typed begins a word of the text. */
function beginsWords(text: string, words: readonly string[]): boolean {
  const starts = [...text.matchAll(WORD)].map(({ index }) => index);
  return words.every((word) => starts.some((at) => text.startsWith(word, at)));
}

function fitOf({ label, value, keywords = [] }: Findable, wanted: string): number | null {
  const [own = "", ...others] = [label, value, ...keywords].map(comparable);
  const texts = [own, ...others];
  if (texts.includes(wanted)) return WHOLE;
  if (own.startsWith(wanted)) return LABEL_BEGINS;
  if (others.some((text) => text.startsWith(wanted))) return OTHER_BEGINS;
  const words = wanted.split(/\s+/);
  if (texts.some((text) => beginsWords(text, words))) return WORD_BEGINS;
  return texts.some((text) => text.includes(wanted)) ? INSIDE : null;
}

function rankChoices<T extends Findable>(choices: readonly T[], typed: string, worst: number): readonly T[] {
  const wanted = comparable(typed);
  if (!wanted) return choices;
  return choices
    .flatMap((choice) => {
      const fit = fitOf(choice, wanted);
      return fit === null || fit > worst ? [] : [{ choice, fit }];
    })
    .sort((a, b) => a.fit - b.fit)
    .map(({ choice }) => choice);
}

/**
 * The choices that match, ignoring case and accents, best first: exact, prefix, prefix of a word, other. Without
 * anything typed all choices, in their order.
 */
export function matchingChoices<T extends Findable>(choices: readonly T[], typed: string): readonly T[] {
  return rankChoices(choices, typed, INSIDE);
}

/** The choices that a search on a server found, those first whose own words match what was typed, as above. */
export function bestFirst<T extends Findable>(found: readonly T[], typed: string): readonly T[] {
  const named = rankChoices(found, typed, INSIDE);
  return [...named, ...found.filter((choice) => !named.includes(choice))];
}

/** A command of the palette: `isPage` only leads somewhere, the others change or begin something. */
export type FindableCommand = Findable & { isPage: boolean };

/**
 * The commands that match what was typed, in two parts: those that it names, which Enter may carry out at once, and
 * those that have a word that begins with it. A name is a whole word ("dark"), of a page also its first three letters,
 * because surnames are short ("Li" is no wish for light, "Lo" begins no local order). Letters inside a word match
 * nothing.
 */
export function matchingCommands<T extends FindableCommand>(
  commands: readonly T[],
  typed: string,
): { named: readonly T[]; others: readonly T[] } {
  const wanted = comparable(typed);
  if (!wanted) return { named: commands, others: [] };
  const matching = rankChoices(commands, typed, WORD_BEGINS);
  const isNamed = ({ label, keywords = [], isPage }: T) =>
    [label, ...keywords].map(comparable).some((text) => namesWords(text, wanted) || (isPage && opens(text, wanted)));
  return { named: matching.filter(isNamed), others: matching.filter((command) => !isNamed(command)) };
}

const hasHan = (text: string) => /\p{Script=Han}/u.test(text);

/** Whether the text begins with enough of a name: one Chinese character may be a surname. */
function opens(text: string, wanted: string): boolean {
  return text.startsWith(wanted) && wanted.length >= (hasHan(wanted) ? 2 : 3);
}

/** Whether what was typed is the text, or whole words of it; in Chinese two characters are a word. */
function namesWords(text: string, wanted: string): boolean {
  if (text === wanted) return true;
  if (hasHan(wanted)) return wanted.length >= 2 && text.includes(wanted);
  const words = text.split(/[^\p{L}\p{N}]+/u);
  return wanted.split(/\s+/).every((word) => words.includes(word));
}
