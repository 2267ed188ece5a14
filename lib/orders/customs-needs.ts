import { DECIMAL, decimal } from "@/lib/decimal";
import { type Loose, list, object, text } from "@/lib/loose";

const codes = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Countries whose addresses have a state, province or prefecture that carriers ask for. */
export const HAVE_STATES = codes("AR AU BR CA CN ID IN JP MX MY US");

/** Countries whose addresses have a postal code that carriers ask for. */
export const HAVE_POSTCODES = codes(
  `AR AT AU BE BG BR CA CH CN CY CZ DE DK EE ES FI FR GB GR HR HU ID IL IN IT JP KR LI LT LU LV MC MX MY NL NO NZ PH
  PL PR PT RO RS RU SE SG SI SK TH TR TW UA US VN ZA`,
);

/** The European Union, for value added tax. */
const EU = codes("AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK");

const IOSS_LIMIT = 150;
// About what a euro buys: near the limit this is only a hint.
const PER_EURO: Record<string, number> = {
  EUR: 1,
  HKD: 9.1,
  USD: 1.17,
  GBP: 0.87,
  CNY: 8.3,
  JPY: 180,
  TWD: 36,
  SGD: 1.5,
};

/** The declared value of an order's goods, as far as it is known, in its own currency. */
function declaredValue(detail: Loose) {
  return list(detail.parcel_list)
    .flatMap(({ declaration_list }) => list(declaration_list))
    .reduce((sum, { qty, single_price }) => {
      const [count, each] = [text(qty), text(single_price)];
      return DECIMAL.test(count) && DECIMAL.test(each) ? sum.plus(decimal(each).times(count)) : sum;
    }, decimal(0));
}

/** Whether an IOSS number may apply: goods to the European Union up to EUR 150; an unknown currency counts as below. */
export function mayHaveIoss(country: unknown, shipmentDetail: unknown): boolean {
  const detail = object(shipmentDetail);
  if (!EU.has(text(country).toUpperCase()) || detail.package_type === "document") return false;
  return declaredValue(detail).lte(
    decimal(IOSS_LIMIT).times(PER_EURO[text(detail.currency)] ?? Number.MAX_SAFE_INTEGER),
  );
}

const LOOSE_BATTERY =
  /\bpower ?banks?\b(?! (?:case|cover|cable|bag))|\b(?:batter(?:y|ies)|battery (?:packs?|cells?))$|充電寶|尿袋|(?:行動|移動|流動)電源|電池$/iu;

/** Whether a description names a battery itself, which cannot be sent, and not a thing with one or for one. */
export function isLooseBattery(description: string): boolean {
  const thing = description.replace(/(?:\b(?:with|without|incl\w*|for|no)\b|\bw\/|[(（,，連含附]).*/iu, "").trim();
  return LOOSE_BATTERY.test(thing);
}
