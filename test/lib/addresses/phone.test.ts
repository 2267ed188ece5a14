/** Telephone numbers as people read and dial them. */
import { expect, it } from "vitest";
import { shownPhone } from "@/lib/addresses/phone";

it.each([
  ["44", "07700 900123", "+44 7700 900123"],
  ["+49", "(0)221 9876", "+49 221 9876"],
  ["852", "9123 4567", "+852 9123 4567"],
  // Italy's numbers keep their 0.
  ["39", "06 1234 5678", "+39 06 1234 5678"],
  ["", "9123 4567", "9123 4567"],
  ["852", "", ""],
  [undefined, undefined, ""],
])(
  "is shown with its plus, and without the 0 that is not dialled from abroad: %s %s",
  (mobile_prefix, mobile, shown) => {
    expect(shownPhone({ mobile_prefix, mobile })).toBe(shown);
  },
);
