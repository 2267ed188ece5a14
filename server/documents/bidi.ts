import bidiFactory from "bidi-js";

const bidi = bidiFactory();
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

// Digits and signs have no direction, but a telephone number keeps its plus sign in front whatever name follows it.
const BEGINS_RIGHT_TO_LEFT = new RegExp(`^[^\\p{L}+]*${RIGHT_TO_LEFT.source}`, "u");

/** Characters of one direction, in reading order; paired signs are already mirrored if needed. */
export type Stretch = { text: string; isRightToLeft: boolean };

/**
 * The stretches of one line from left to right (Unicode bidirectional algorithm, rules L2 and L4). The direction of the
 * whole line is that of its first letter.
 */
export function visualStretches(line: string): Stretch[] {
  if (!RIGHT_TO_LEFT.test(line)) return [{ text: line, isRightToLeft: false }];
  const embedding = bidi.getEmbeddingLevels(line, BEGINS_RIGHT_TO_LEFT.test(line) ? "rtl" : "ltr");
  const mirrored = bidi.getMirroredCharactersMap(line, embedding.levels);
  const stretches: { text: string; level: number }[] = [];
  for (let index = 0; index < line.length; index++) {
    const level = embedding.levels[index] ?? 0;
    const unit = mirrored.get(index) ?? line[index];
    const last = stretches.at(-1);
    if (last?.level === level) last.text += unit;
    else stretches.push({ text: unit ?? "", level });
  }
  const highest = Math.max(...stretches.map(({ level }) => level));
  for (let level = highest; level > 0; level--) {
    let from = 0;
    while (from < stretches.length) {
      let to = from;
      while ((stretches[to]?.level ?? -1) >= level) to++;
      if (to > from) stretches.splice(from, to - from, ...stretches.slice(from, to).reverse());
      from = to + 1;
    }
  }
  return stretches.map(({ text, level }) => ({ text, isRightToLeft: level % 2 === 1 }));
}
