import { type Field, labelsIn } from "./labels";
import { plainOf, trimSigns } from "./text";

/** A part of a line with nothing recognised in it; `field`: what a label before it says. */
export type Piece = {
  text: string;
  field: Field | null;
  line: number;
  /** A telephone number or e-mail was in the same line or in one beside it. */
  byNumber: boolean;
  /** A telephone number or e-mail follows it in its line. */
  beforeNumber: boolean;
};

/**
 * Cuts a text into what may be names and addresses: at line ends, labels and what was cut out already.
 *
 * @param text as it was pasted
 * @param masked the same in plain characters, with the sign `gone` where something was recognised
 */
export function piecesOf(text: string, masked: string, gone: string): Piece[] {
  const labels = labelsIn(masked);
  const pieces: Piece[] = [];
  let start = 0;
  let carried: Field | null = null;
  const lines = masked.split("\n");
  lines.forEach((line, number) => {
    const byNumber = lines.slice(Math.max(0, number - 1), number + 2).some((near) => near.includes(gone));
    const end = start + line.length;
    const inLine = labels.filter((label) => label.start >= start && label.start < end);
    const cuts = [{ field: inLine.length > 0 ? null : carried, from: start, to: inLine[0]?.start ?? end }].concat(
      inLine.map((label, index) => ({
        field: label.field,
        from: Math.min(label.end, end),
        to: inLine[index + 1]?.start ?? end,
      })),
    );
    carried = null;
    for (const { field, from, to } of cuts) {
      // What follows a number that a label led to has nothing to do with the label.
      const isNumber = field === "phone" || field === "email";
      const own = isNumber && masked.slice(from, to).includes(gone) ? null : field;
      const parts = masked
        .slice(from, Math.max(from, to))
        .split(new RegExp(`${gone}+`))
        .reduce<{ at: number; out: Piece[] }>(
          ({ at, out }, part, index, all) => {
            let begin = at;
            while (masked[begin] === gone) begin++;
            const sentences = sentencesOf(text.slice(begin, begin + part.length));
            for (const [place, value] of sentences.entries()) {
              // "收件人：陳大文 9123 4567 弼街43號": a name ends at the number; a label ends with its sentence.
              const isOver = (out.length > 0 && (own === "name" || own === "company")) || (place > 0 && own !== "rest");
              const beforeNumber = index < all.length - 1 && place === sentences.length - 1;
              out.push({ text: value, field: isOver ? null : own, line: number, byNumber, beforeNumber });
            }
            return { at: begin + part.length, out };
          },
          { at: from, out: [] },
        ).out;
      pieces.push(...parts);
      const isOpen =
        parts.length === 0 && to === end && (field === "name" || field === "address" || field === "company");
      if (isOpen && !masked.slice(from, to).includes(gone)) carried = field;
    }
    start = end + 1;
  });
  return pieces;
}

/**
 * A text cut where a sentence is asked or called out; what remains of each without the signs around it. After a figure
 * a question mark may as well be a comma in a wrong encoding. Unicode counts ©, ® and ™ as pictures, too, which names of
 * companies have.
 */
function sentencesOf(text: string): string[] {
  return text
    .split(/(?<=[！!]|^\D*[？?])(?=[\s\p{Script=Han}])|(?=(?![©®™])\p{Extended_Pictographic})/u)
    .flatMap((sentence) => trimSigns(sentence) ?? []);
}

/** Whether the piece has words in it that only greetings, wishes and notes have. */
export function isNote(text: string): boolean {
  const plain = plainOf(text).replace(/^[\s(（]+|[\s)）]+$/gu, "");
  return PICKUP_CODE.test(plain) || NOTE.test(plain) || (SPOKEN.test(plain) && !/\d/.test(plain));
}

/** Characters of spoken Cantonese, which no address has. */
const SPOKEN = /[冇唔嘅咗畀㗎嚟喺嗰啲佢哋]|俾[我你]/;
/** A message of a carrier or a locker, whatever else is in it. */
const PICKUP_CODE =
  /(?:取件|取貨|提貨|提取|收件|驗證|自提|開櫃)(?:密)?碼(?!頭)|(?:pick-? ?up|collection|verification|locker|access) (?:code|pin)\b/u;
const NOTE =
  /(?:都得|[都也亦]可以?|代收)$|^我(?!\p{Script=Han}?[邨村街路])|新訂單$|幾時|^就?得[啦喇]|^電話(?:由|唔|上次)|^paid\b|^q\d\b|^ty$|^(?:\S{0,8}自取$|唐樓|[無冇]?𨋢|無?lift|no lift|no invoice|deliver(?:y)? (?:after|before|between|on|by)|whats ?app|check (?:in|out))|^\[|^(?:hi|hello|hey|hallo|bonjour|hola|ciao|guten tag|thanks?|thank you|many thanks|please|pls|best regards|kind regards|regards|sincerely|cheers|thx|call|after|before|leave|(?:open|closed)(?= (?:\d|till|until|from|daily|on|mon|after|every))|opening (?:hours|hrs)|office (?:hours|hrs)|gate code|door code|intercom|buzzer|same (?:phone|number|name|contact)|ring (?:the )?bell|between \d|ext\.? ?\d+|order)\b|^dear [a-z ]{1,20}$|^(?:qty|quantity)\b[^,]*$|^\d+ ?(?:box(?:es)?|pcs?|pieces?|sets?|packs?|pairs?|items?|parcels?)(?:, ?[\d.]+ ?kg)?$|^(?:唔該|多謝|本地快遞|運費|貨到付款|謝謝|麻煩|我要|我想|我係|想要|要|想|請|訂單|落單|下單|付款|(?:內線|分機|轉)\s*\d|放|平日|週|星期|順豐|到付|智能櫃|自提|收件資料|收件人資料|寄件|收貨資料|資料如下|取件|到?樓下|密碼|[無冇有]?電梯|打電話|無人|有人|如無|辦公時間|(?:收件人|收貨人|電話|姓名)(?:[同跟照]|不變)|朝早|早上|上午|中午|下午|晏晝|晚上|夜晚|你好|唔[使係好]|貨值|現金|不用|可以|門口)/u;
