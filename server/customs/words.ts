/** Spellings and names that are one word here. */
const SAME = new Map(
  Object.entries({
    jewelry: "jewellery",
    jewellry: "jewellery",
    color: "colour",
    colored: "coloured",
    pajama: "pyjama",
    pj: "pyjama",
    aluminum: "aluminium",
    mold: "mould",
    tee: "tshirt",
    "t-shirt": "tshirt",
    cellphone: "phone",
    telephone: "phone",
    handphone: "phone",
    iphone: "phone",
    iphones: "phone",
    samsung: "phone",
    ipad: "tablet",
    macbook: "laptop",
    airpod: "earphone",
    earbud: "earphone",
    earpod: "earphone",
    headphone: "earphone",
    headset: "earphone",
    yogurt: "yoghurt",
    moisturizer: "moisturiser",
    organizer: "organiser",
    sanitizer: "sanitiser",
    deodorizer: "deodoriser",
    fertilizer: "fertiliser",
    sterilizer: "steriliser",
    atomizer: "atomiser",
    nebulizer: "nebuliser",
    modeling: "modelling",
    polarized: "polarised",
    enameled: "enamelled",
    fiber: "fibre",
    microfiber: "microfibre",
    gray: "grey",
    tire: "tyre",
    donut: "doughnut",
    catalog: "catalogue",
    wooden: "wood",
    woollen: "wool",
    woolen: "wool",
    woolly: "wool",
    golden: "gold",
    crocheted: "crochet",
    knitted: "knit",
    knitting: "knit",
    plaited: "plait",
    chilli: "chili",
    chile: "chili",
    sneaker: "trainer",
    scarves: "scarf",
    knives: "knife",
    leaves: "leaf",
    shelves: "shelf",
    loaves: "loaf",
    halves: "half",
    dice: "die",
    mice: "mouse",
    feet: "foot",
    teeth: "tooth",
    mens: "men",
    man: "men",
    male: "men",
    gent: "men",
    boy: "men",
    womens: "women",
    woman: "women",
    female: "women",
    lady: "women",
    ladie: "women",
    girl: "women",
    infant: "baby",
    newborn: "baby",
    babie: "baby",
    toddler: "baby",
    kid: "kids",
    child: "kids",
    children: "kids",
    bike: "bicycle",
    mum: "mom",
    television: "tv",
    inox: "stainless",
    watercolor: "watercolour",
    moustache: "beard",
    doggy: "dog",
    puppy: "dog",
    kitten: "cat",
    kitty: "cat",
    whiskey: "whisky",
    chillie: "chili",
    axes: "axe",
    lense: "len",
    potatoe: "potato",
    tomatoe: "tomato",
    mangoe: "mango",
    cds: "cd",
    tvs: "tv",
    cpus: "cpu",
    motorbike: "motorcycle",
    nappy: "diaper",
    nappie: "diaper",
    flavored: "flavoured",
    favor: "favour",
    license: "licence",
    licorice: "liquorice",
    whiskies: "whisky",
    skis: "ski",
    chillis: "chili",
  }),
);

/** Words in -ie: their plural ends as that of words in -y. */
const IN_IE = new Set(
  "hoodie beanie onesie necktie bowtie scrunchie brownie smoothie cookie selfie nightie bootie talkie veggie rookie movie goodie lingerie".split(
    " ",
  ),
);

/** Without plural and spelling: one form for `Dresses`, `dress`; `jewelry`, `jewellery`. */
function stem(word: string): string {
  const known = SAME.get(word);
  if (known) return known;
  if (word.length > 4 && word.endsWith("ies")) {
    const single = word.slice(0, -1);
    return SAME.get(single) ?? (IN_IE.has(single) ? single : `${word.slice(0, -3)}y`);
  }
  const single = /(?:ss|sh|ch|x|zz)es$/.test(word)
    ? word.slice(0, -2)
    : word.length > 3 && /[^su]s$/.test(word) && !/is$/.test(word)
      ? word.slice(0, -1)
      : word;
  return SAME.get(single) ?? single;
}

/** Numbers, sizes and units say nothing about what a thing is: 500ml, 2m, 10pcs, XL. */
const MEASURE =
  /^(?:\d[\d.x*]*(?:st|nd|rd|th|mm|cm|m|in|inch|ml|l|oz|g|kg|mg|lb|w|v|k|gb|tb|mah|pc|pcs|pack|pairs?|sets?|pin|hz|p)?|[xsml]|xx?l|mah|oz|ml|cm|mm|kg|gb|inch)$/;
const EMPTY = new Set(
  "a an and the of for with in on to by or from at as per new hot sale best free size style type brand pc pcs piece no other than not nec whether their thereof such similar like used".split(
    " ",
  ),
);

/** Latin words of a text in the order written, each in one form. `t-shirt` is one word, `on-ear` two. */
export function wordsOf(text: string): string[] {
  const plain = (/[^\x20-\x7e]/.test(text) ? text.normalize("NFKD").replace(/\p{Mn}/gu, "") : text)
    .toLowerCase()
    .replace(/['’]s\b/g, "s")
    .replace(/['’]/g, "")
    .replace(/\bt[- ]?shirts?\b/g, "tshirt")
    .replace(/\b(e|u|v|o|k|x|d)-(?=[a-z])/g, "$1");
  const words = (plain.match(/[a-z0-9]+(?:[.*][0-9]+)*/g) ?? []).filter((word) => !MEASURE.test(word));
  const telling = words.filter((word) => !EMPTY.has(word));
  // "pc" by itself is a computer.
  return (telling.length > 0 ? telling : words).map(stem);
}

/** Where what follows only says whose, with what or how much: `case for phone`, `mug with lid`, `tea, 150 g`. */
export function headPart(text: string): string {
  const [, contained = text] =
    /^(?:a |an )?(?:\w+ )?(?:pack|box|set|bag|tin|pair|bottle|jar|tube)s? of (.+)$/i.exec(text) ?? [];
  return contained.split(/\s(?:for|with|in|from|by|w\/)\s|[,;(（/|]| - |:/i)[0] || contained;
}

const HAN_RUN = /[\p{Script=Han}a-z0-9]+/gu;

/** The Chinese of a text as signs: characters, and runs of Latin letters in it (`T恤`), compared as `same` says. */
export function signsOf(text: string, same: ReadonlyMap<string, string>): string[][] {
  const plain = text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/\s*[-–]\s*|(?<=[a-z])\s+(?=\p{Script=Han})/gu, "");
  return (plain.match(HAN_RUN) ?? [])
    .filter((run) => /\p{Script=Han}/u.test(run))
    .map((run) =>
      (run.match(/\p{Script=Han}|[a-z]+|\d+/gu) ?? [])
        .filter((sign) => !/^\d/.test(sign))
        .map((sign) => same.get(sign) ?? sign),
    );
}
