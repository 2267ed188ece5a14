// Telephone numbers of any country within a pasted address (contract §34.2).
import examples from "libphonenumber-js/examples.mobile.json";
import { type CountryCode, getExampleNumber } from "libphonenumber-js/max";
import { describe, expect, it } from "vitest";
import { parseBlock } from "@/server/address-parser/parse";

const found = (text: string) => {
  const { mobile_prefix, mobile, rest, address } = parseBlock(text, null);
  return { number: mobile && `+${mobile_prefix} ${mobile}`, rest, address };
};
const HONG_KONG = "九龍旺角弼街43號地下";

describe("a telephone number in a pasted address", () => {
  it.each(Object.keys(examples))("is read with the code of %s, wherever the parcel goes", (country) => {
    const example = getExampleNumber(country as CountryCode, examples);
    const number = `+${example?.countryCallingCode} ${example?.nationalNumber}`;
    const ways = [example?.formatInternational(), example?.number, example?.number.replace("+", "00")];
    for (const way of ways) {
      expect(found(`陳小姐 ${way}\n${HONG_KONG}`)).toEqual({ number, rest: null, address: HONG_KONG });
      expect(found(`Ann Lee\n12 Hill Street\nDoha, Qatar\n${way}`)).toMatchObject({
        ...{ number, rest: null, address: expect.stringMatching(/^12 Hill Street\D*$/) },
      });
    }
  });

  it.each([
    ["陳小姐\n+974 5512 3456\n九龍旺角弼街43號地下", "+974 55123456", null],
    ["陳小姐 +974 5512 3456 12 號舖 九龍旺角弼街43號地下", "+974 55123456", null],
    ["Ana Ruiz\nAv. Reforma 222\n06600 Ciudad de México\nMéxico\n+52 1 55 1234 5678", "+52 5512345678", null],
    ["Hans Weber\nRheinstr. 5\n50667 Köln\nGermany\n+49 (0)221 / 98 76 54-0", "+49 2219876540", null],
    ["Hans Weber\nRheinstr. 5\n50667 Köln\nGermany\nTel. (0)221 / 98 76 54-0", "+49 2219876540", null],
    ["Hans Weber, Rheinstr. 5, 50667 Köln, Germany, 49 221 9876540", "+49 2219876540", null],
    ["Sarah Hughes\n22 Deansgate\nManchester M3 4LQ\nUK\n+44 07700 900123", "+44 7700900123", null],
    ["Sarah Hughes\n22 Deansgate\nManchester M3 4LQ\nUK\n+44 (0)7700 900123 ext. 12", "+44 7700900123", "ext. 12"],
    ["Jim Ray\n123 Main Street\nSpringfield, IL 62704\n(415) 555-0100 x1234", "+1 4155550100", "x1234"],
    ["陳小姐 2345 6789 內線 123\n九龍旺角弼街43號地下", "+852 23456789", "內線 123"],
    ["陳小姐 9123 4567 / 6123 4567\n九龍旺角弼街43號地下", "+852 91234567", "6123 4567"],
    ["陳小姐 +852 9123-4567/6123-4567\n九龍旺角弼街43號地下", "+852 91234567", "6123-4567"],
    // What is no number of any country is none in part, either.
    ["陳小姐 +999 9123 4567\n九龍旺角弼街43號地下", null, "+999 9123 4567"],
    ["陳小姐 +8520 9123 4567\n九龍旺角弼街43號地下", null, "+8520 9123 4567"],
    ["陳小姐 +999,91234567\n九龍旺角弼街43號地下", null, "+999,91234567"],
    ["陳小姐 +852,91234567\n九龍旺角弼街43號地下", "+852 91234567", null],
    ["陳小姐 +999 9123 4567 tel 6123 4567\n九龍旺角弼街43號地下", "+852 61234567", "+999 9123 4567"],
  ])("%j: %s, left: %s", (text, number, rest) => {
    expect(found(text)).toMatchObject({ number, rest });
  });

  it("leaves no digit of it in the street", () => {
    for (const number of ["+52 1 55 1234 5678", "(0)221 / 98 76 54-0", "+7 (916) 123-45-67", "+234 803 123 4567"])
      expect(found(`Ann Lee\nHauptstr. 5\nKöln\nGermany\n${number}`).address).toBe("Hauptstr. 5 Köln");
  });
});
