import { describe, expect, it } from "vitest";
import { pastedFields } from "@/lib/orders/pasted-fields";
import { parseBlock } from "@/server/address-parser/parse";

const POINT = "ABC Limited\n林小姐 92223333\n觀塘裕民坊1號^KLN-L001\n放門口";

describe("the fields of a recipient that a paste fills in", () => {
  it("are those of a local order, with the code of a point where one can be chosen", () => {
    const found = parseBlock(POINT, null);
    const fields = { name: "林小姐", mobile: "92223333", mobile_prefix: "852", address: "觀塘裕民坊1號^KLN-L001" };
    expect(pastedFields(found, "local", true)).toEqual({ fields, left: ["ABC Limited", "放門口"], isToPoint: true });
    expect(pastedFields(found, "local", false)).toEqual({
      fields: { ...fields, address: "觀塘裕民坊1號" },
      left: ["ABC Limited", "KLN-L001", "放門口"],
      isToPoint: false,
    });
  });

  it("are those of an international order, the street on lines that carriers print", () => {
    const text =
      "Acme Tools Inc.\nAttn: Robert Brown\n77 Industrial Way, Suite 200, Building 14\nPortland OR 97201\nUSA";
    expect(pastedFields(parseBlock(text, null), "intl", true)).toEqual({
      fields: {
        name: "Robert Brown",
        company_name: "Acme Tools Inc.",
        country: "US",
        address: "77 Industrial Way, Suite 200",
        address_line_2: "Building 14",
        address_line_3: "",
        city: "Portland",
        state: "OR",
        post_code: "97201",
      },
      left: [],
      isToPoint: false,
    });
  });

  it("are none that the text does not have, and no code of another company's locker", () => {
    const found = parseBlock("張小姐 98765432\n智能櫃 H852FG83P", null);
    expect(pastedFields(found, "local", true)).toEqual({
      fields: { name: "張小姐", mobile: "98765432", mobile_prefix: "852" },
      left: ["H852FG83P", "智能櫃"],
      isToPoint: false,
    });
  });
});
