import { z } from "zod";
import { DISTRICTS, REGIONS } from "@/lib/addresses/districts";
import { MAX_PASTE } from "@/lib/orders/choices";
import { isVisible, lengthOf, rule } from "./common";
import { defineContract } from "./contract";
import { country } from "./order-parts";

const nullable = z.string().nullable();
const [first, ...others] = DISTRICTS.map(([english]) => english);

// A block that was copied has tabs and line ends of any kind in it.
// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
const BROKEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]|\p{Surrogate}/u;

/** What a pasted address consists of (contract §34.1); what the text does not have is null. */
export const parsedAddress = z
  .object({
    name: nullable.meta({ description: "The person, with the title that the text gives" }),
    company: nullable,
    mobile_prefix: nullable.meta({ description: "The calling code in digits, as written or that of the country" }),
    mobile: nullable.meta({ description: "Digits, without prefix and trunk 0; the first number of several" }),
    email: nullable,
    country: nullable.meta({ description: "ISO 3166-1 alpha-2, if the text names it or clearly implies it" }),
    address: nullable.meta({ description: "In Hong Kong the whole address; elsewhere without the fields below" }),
    city: nullable,
    state: nullable,
    postal_code: nullable.meta({ description: "Null in Hong Kong, which has none" }),
    district: z
      .enum([first as string, ...others])
      .nullable()
      .meta({ description: "One of Hong Kong's 18 districts in English; null where it is doubtful" }),
    district_zh: nullable.meta({ description: "The same in Chinese" }),
    area: z.enum([REGIONS.HK.en, REGIONS.KLN.en, REGIONS.NT.en]).nullable(),
    delivery_code: nullable.meta({ description: "Code of a pickup point, in capitals" }),
    rest: nullable.meta({ description: "What belongs to no field: other numbers, wishes, notes" }),
    doubts: z
      .array(z.enum(["country", "district"]))
      .meta({ description: "Fields that are null because they are doubtful" }),
  })
  .meta({ id: "ParsedAddress" });
export type ParsedAddress = z.output<typeof parsedAddress>;

export const parseAddress = defineContract("parseAddress", {
  audience: "public",
  tag: "Addresses",
  summary: "Part an address that stands in one block into fields",
  description:
    "For what customers send by chat or mail, in English or Chinese, in Hong Kong first. Nothing is invented: what is not in the text stays null. Nothing is stored.",
  onFullDisk: true,
  body: z.object({
    text: z
      .string()
      .superRefine(
        rule((value) => {
          if (BROKEN.test(value)) return "controlCharacters";
          const length = lengthOf(value);
          if (length > MAX_PASTE) return ["tooLong", { max: MAX_PASTE, length }];
          return isVisible(value) ? undefined : "nothingVisible";
        }),
      )
      .meta({ maxLength: MAX_PASTE, description: "The block as it is, with its line ends" }),
    country: country.optional().meta({ description: "Decides only what the text leaves open: a country code or name" }),
  }),
  response: parsedAddress,
  example: { text: "陳小姐 9123 4567\n九龍旺角弼街43號地下" },
});
