/**
 * What the tariff distinguishes besides the thing itself: for whom a garment is, how its fabric is made, its fibre. Each
 * is a bit; a group is a set of bits of which a garment has some.
 */
const BIT = {
  men: 1,
  women: 2,
  baby: 4,
  knit: 8,
  woven: 16,
  cotton: 32,
  wool: 64,
  silk: 128,
  synthetic: 256,
  artificial: 512,
  otherFibre: 1024,
} as const;
export const GROUPS = [7, 24, 2016] as const;

const ASKED: readonly [RegExp, number][] = [
  [/\bmen\b|男(?!女)/, BIT.men],
  [/\bwomen\b|女/, BIT.women],
  [/\bbaby\b|嬰|婴|\bbb\b|初生/, BIT.baby],
  [/\b(?:knit|crochet|jersey)\b|針織|针织|毛線|毛线|冷衫/, BIT.knit],
  [/\b(?:woven|denim|chiffon|satin)\b|梭織|梭织|牛仔|雪紡|雪纺/, BIT.woven],
  [/\b(?:cotton|denim|canvas|muslin|flannel|corduroy)\b|棉(?!花|被|褸|褛)|帆布|牛仔|法蘭絨/, BIT.cotton],
  [/\b(?:wool|cashmere|merino|lambswool|pashmina|alpaca|mohair)\b|羊毛|羊絨|羊绒|茄士咩|開司米|美麗諾/, BIT.wool],
  [/\bsilk\b|真絲|真丝|蠶絲|蚕丝|絲綢|丝绸|桑蠶/, BIT.silk],
  [
    /\b(?:polyester|nylon|synthetic|acrylic|spandex|elastane|lycra|microfibre|fleece|chiffon|polyamide|pu)\b|聚酯|滌綸|涤纶|尼龍|尼龙|化纖|化纤|雪紡|雪纺|抓毛|合成纖維|腈綸|氨綸|快乾/,
    BIT.synthetic,
  ],
  [/\b(?:viscose|rayon|modal|tencel|lyocell|cupro|artificial)\b|人造絲|粘膠|莫代爾|天絲|人造棉|嫘縈/, BIT.artificial],
  [/\b(?:linen|hemp|ramie)\b|亞麻|亚麻|苧麻|棉麻/, BIT.otherFibre],
];

/** The facets that the words name; `words` are in one form, Chinese as written. */
export function facetsAsked(words: string): number {
  return ASKED.reduce((bits, [pattern, bit]) => (pattern.test(words) ? bits | bit : bits), 0);
}

const STATED: readonly [RegExp, number][] = [
  [/\bmen's or boys'/, BIT.men],
  [/women's or girls'/, BIT.women],
  [/babies'/, BIT.baby],
  [/\bcotton\b/, BIT.cotton],
  [/\bwool\b|animal hair|cashmere|kashmir/, BIT.wool],
  [/\bsilk\b/, BIT.silk],
  [/synthetic|man-made|nylon|polyamides|polyester/, BIT.synthetic],
  [/artificial|man-made/, BIT.artificial],
];

/** What a description says, without what it excepts: `(other than of cotton)`, `not knitted or crocheted`. */
export function withoutExceptions(description: string): string {
  return description
    .toLowerCase()
    .replace(/\((?:other than|excluding|not |n\.e\.c|except)[^()]*(?:\([^()]*\)[^()]*)*\)/g, " ")
    .replace(/(?:\bother than|\bexcluding|\bexcept|\bn\.e\.c\. in|\bnot\b)[^,;()]*/g, " ");
}

/** The facets of a code; only textiles (chapters 50 to 63) have them. */
export function facetsOf(hscode: string, description: string): number {
  const chapter = Number(hscode.slice(0, 2));
  if (chapter < 50 || chapter > 63) return 0;
  const said = withoutExceptions(description);
  let bits = STATED.reduce((all, [pattern, bit]) => (pattern.test(said) ? all | bit : all), 0);
  if (chapter === 61) bits |= BIT.knit;
  if (chapter === 62 && !hscode.startsWith("6212")) bits |= BIT.woven;
  const fibres = bits & GROUPS[2];
  if (!fibres && /textile materials/.test(description.toLowerCase())) bits |= BIT.otherFibre;
  return bits;
}

const MAKES: readonly [number, string][] = [
  [BIT.knit, "針織"],
  [BIT.woven, "梭織"],
];
const FIBRES: readonly [number, string][] = [
  [BIT.cotton, "棉"],
  [BIT.wool, "羊毛或動物幼毛"],
  [BIT.silk, "絲"],
  [BIT.synthetic | BIT.artificial, "人造纖維"],
  [BIT.synthetic, "合成纖維"],
  [BIT.artificial, "再造纖維"],
  [BIT.otherFibre, "其他紡織材料"],
];

/** Facets in Chinese, to tell the codes of one kind of garment apart. */
export function facetsInChinese(bits: number): string {
  const of = (list: readonly [number, string][]) => list.find(([bit]) => (bits & bit) === bit)?.[1];
  return [of(MAKES), of(FIBRES)].filter(Boolean).join("，");
}
