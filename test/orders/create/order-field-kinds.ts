/** What the fields of an order take and refuse, by their kind. */

export type Kind = {
  takes: (string | [sent: string, returned: string])[];
  refuses: [says: RegExp, values: string[]][];
  /** Free text: empty, or only spaces, counts as not given. */
  isText?: boolean;
};

export const many = (values: string) => values.split("|");
const BROKEN = many("abcd\u0000e|abcde\u007ff|\u0085abcde|abc\rde|abcde\ud83d|\ude00abcde");
const IN_LINES = many("abcd\ne|abcd\te");

/** Free text: trimmed, then counted in code points. */
export function text(max: number, { min = 1, lines = false } = {}): Kind {
  const tooLong = ["x".repeat(max + 1), "字".repeat(max + 1), ` ${"😀".repeat(max + 1)}\u3000`];
  const tooShort = ["x", "😀"].flatMap((one) => [one.repeat(min - 1), `  ${one.repeat(min - 1)}  `]);
  const inLines = lines ? IN_LINES : [];
  return {
    isText: true,
    takes: ["x".repeat(min), "😀".repeat(max), [`\u3000 ${"字".repeat(max)} \n`, "字".repeat(max)], ...inLines],
    refuses: [
      [new RegExp(`At most ${max} characters; ${max + 1} were given`), tooLong],
      // A letter and its accent are two code points.
      [/At most/, ["e\u0301".repeat(Math.floor(max / 2) + 1)]],
      [/control characters or broken text/, lines ? BROKEN : [...BROKEN, ...IN_LINES]],
      ...(min > 1 ? [[new RegExp(`At least ${min} characters`), tooShort] as Kind["refuses"][number]] : []),
    ],
  };
}

/** A code: judged exactly as it is sent, spaces included. */
export function code(max: number): Kind {
  const tooLong = [`${"x".repeat(max)} `, "字".repeat(max + 1), "😀".repeat(max + 1)];
  return {
    takes: ["x", "x".repeat(max), "😀".repeat(max), " x "],
    refuses: [
      [new RegExp(`At most ${max} characters; ${max + 1} were given`), tooLong],
      [/control characters or broken text/, many("a\u0000|a\n|a\tb|\u0085|\ud83d|\ude00")],
    ],
  };
}

/** A tariff code: digits, however they are parted. */
export const tariffCode: Kind = {
  takes: ["61", "610910", "6109100012", ["6109.10.0012", "6109100012"], [" 6109 10-00 ", "61091000"]],
  refuses: [
    [/1 to 10 digits; dots, spaces and hyphens/, many("6109.1A|61091000123|6109/10|6109,10|.|-|HS 610910|6109\n10")],
  ],
};

const SIGNS =
  "-1|+1| 1|1 |1\n|1e3|1E3|0x10|１２|٣|1,000|1_000|1 000|.5|5.|1.2.3|1,5|NaN|Infinity|½|one|\u0000|constructor";
const NO_DECIMAL: Kind["refuses"][number] = [/decimal number/, many(`${SIGNS}|1234567890123|0.1234567`)];
const within = (max: string, ...beyond: string[]): Kind => ({
  takes: ["0", "0.0", "12.50", ["007.5", "7.5"], "0.000001", max],
  refuses: [NO_DECIMAL, [new RegExp(`at most ${max}\\.$`), [...beyond, "999999999999.999999"]]],
});
export const money = within("9999999.99", "9999999.990001", "10000000");
export const side = within("1000", "1000.000001", "1001");
/** How large it may be, together with the other sides, depends on the provider. */
export const parcelSide: Kind = { ...side, takes: ["0", "0.0", "12.50", ["007.5", "7.5"], "0.000001", "150"] };
export const kilograms = within("10000", "10000.000001", "10001");
export const weight: Kind = {
  takes: ["0.01", "0.010000", "29.999999", ["0030", "30"]],
  refuses: [...kilograms.refuses, [/at least 0\.01/, ["0", "0.00", "0.009999"]]],
};
export const count: Kind = {
  takes: ["1", ["007", "7"], "1000000"],
  refuses: [
    [/at most 1000000\.$/, ["1000001", "999999999999"]],
    [/whole number/, many(`${SIGNS}|1.0|1.5|1234567890123`)],
    [/at least 1\b/, ["0", "000"]],
  ],
};
export const amount: Kind = {
  takes: ["0.01", "10", "99.90", "9999999.99"],
  refuses: [
    [/at most 9999999\.99/, ["10000000", "999999999999.99"]],
    NO_DECIMAL,
    [/more than 0/, ["0", "0.00"]],
    [/At most 2 decimal/, ["1.234", "0.001"]],
  ],
};

export function choice(...values: string[]): Kind {
  const [first = ""] = values;
  const wide = [...first].map((letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0)).join("");
  const other = first === first.toUpperCase() ? first.toLowerCase() : first.toUpperCase();
  const wrong = [
    `${first} `,
    ` ${first}`,
    other,
    `${first}x`,
    wide,
    ...many("?| |null|constructor|__proto__|\u0000|\ud83d"),
  ];
  return { takes: values, refuses: [[/Must be one of: /, wrong]] };
}
export const yesNo = choice("Y", "N");

const NO_EMAILS = "a|@b|a@|@|a@@b|a@b@c|a b@c|a@b c| a@b|a@b |a@b\n|a@\u3000b|a@\u00a0b|a\u0000@b|a\ud83d@b";
export const email: Kind = {
  takes: ["a@b", "first.last+tag@mail.example.com", "陳@例子.香港", `${"a".repeat(248)}@b.com`],
  refuses: [[/e-mail address/, [...many(NO_EMAILS), `${"a".repeat(249)}@b.com`]]],
};

const NO_DATES = many(
  "2023-02-29|1900-02-29|2024-02-30|2024-04-31|2024-13-01|2024-00-10|2024-01-00|2024-01-32|0000-01-01|2024-1-1|20240101|" +
    "01-01-2024|2024/01/01|２０２４-01-01| 2024-01-01|2024-01-01 |2024-01-01T00:00:00Z|-2024-01-01|12024-01-01|today",
);
export const date = (...takes: string[]): Kind => ({ takes, refuses: [[/real date written YYYY-MM-DD/, NO_DATES]] });
export const past = date("2024-02-29", "2000-02-29", "0001-01-01", "9999-12-31");
const NO_TIMES = many("9:30|0930|24:00|12:60|12:00:00|１２:00| 12:00|12:00 |12.00|12:00 PM|noon");
export const time = (...takes: string[]): Kind => ({ takes, refuses: [[/time written HH:MM/, NO_TIMES]] });

const NO_MOBILES = many(
  "123|1 2-3|1234567890123456|+81912345678|9123  4567|9123 -4567|9123--4567| 91234567|91234567 |-91234567|91234567\n|" +
    "(03)91234567|９１２３４５６７|9123.4567|91234567x|٩١٢٣٤٥٦٧|9123\u00a04567|\u0000",
);
export const mobile: Kind = {
  takes: ["1234", "123456789012345", "9123 4567", "9123-4567", "9 1-2 3-4", "00000000"],
  refuses: [[/telephone number/, NO_MOBILES]],
};
export const plusPrefix: Kind = {
  takes: ["+1", "+81", "+852", "+1242"],
  refuses: [[/plus sign and 1 to 4 digits/, many("852|+|+12345|++1|+ 1|+1 | +1|+1a|＋852|+８５２|00852|+1\n")]],
};
export const digitPrefix: Kind = {
  takes: ["1", "86", "852", "1242"],
  refuses: [[/1 to 4 digits/, many("+852|12345|85 2| 852|852 |８５２|8a|-1|852\n")]],
};

const NAMES = many(
  "jp=JP|Jp=JP|Japan=JP|JAPAN=JP|United States=US|united states of america=US|United Kingdom=GB|Macau=MO|Macao=MO|Taiwan=TW|" +
    "South Korea=KR|日本=JP|Türkiye=TR|St. Lucia=LC|Trinidad & Tobago=TT|Cote d’Ivoire=CI|Vietnam=VN|Puerto Rico=PR|China=CN|Germany=DE",
);
const NO_COUNTRIES = many(
  "XX|ZZ|EU|JPN|392|J|J P|Congo|Atlantis|constructor|__proto__|toString|ＪＰ|JP\u0000|\ud83d|   ",
);
export const country: Kind = {
  takes: ["JP", "PR", "FR", ...NAMES.map((each) => each.split("=") as [string, string])],
  refuses: [[/Must be a country: its two-letter code/, NO_COUNTRIES]],
};
/** Names of a place where recipients of an international order cannot be. */
export const IN_HONG_KONG: Kind["takes"] = ["HK", ["hk", "HK"], ["Hong Kong", "HK"]];
export const currency: Kind = {
  takes: ["HKD", "usd", "Xyz"],
  refuses: [[/3 English letters/, many("HK|HKDD|H1D|港幣圓|ＨＫＤ| HKD|HKD |HK D|HKD\n")]],
};
