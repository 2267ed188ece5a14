import { guessByHeader, headerFinder } from "@/lib/tables/headers";

export const ADDRESS_KINDS = ["recipient", "sender"] as const;
export type AddressKind = (typeof ADDRESS_KINDS)[number];

/** What an address has in a file, in the order of the export's columns. */
export const ADDRESS_COLUMNS = [
  "kind",
  "label",
  "name",
  "company_name",
  "mobile_prefix",
  "mobile",
  "email",
  "address",
  "address_line_2",
  "address_line_3",
  "city",
  "state",
  "post_code",
  "country",
  "tax_code",
  "eori_number",
] as const;
export type AddressColumn = (typeof ADDRESS_COLUMNS)[number];

/** The columns of an export that say how often it was used; an import ignores them. */
export const ADDRESS_FIGURES = ["use_count", "last_used_at"] as const;

// Headers that merchants use besides the API's own names; compared without spaces and signs.
const OTHER_HEADERS: Record<AddressColumn, readonly string[]> = {
  kind: ["type", "類別", "種類"],
  label: ["tag", "group", "標籤", "分類"],
  name: ["recipient", "recipientname", "fullname", "contact", "姓名", "收件人", "收件人姓名", "聯絡人", "客戶姓名"],
  company_name: ["company", "公司", "公司名稱"],
  mobile_prefix: ["prefix", "countrycode", "callingcode", "areacode", "區號", "電話區號"],
  mobile: [
    "phone",
    "tel",
    "telephone",
    "mobilenumber",
    "phonenumber",
    "recipientmobile",
    "電話",
    "手機",
    "手提電話",
    "電話號碼",
  ],
  email: ["mail", "emailaddress", "電郵", "電郵地址", "電子郵件"],
  address: ["address1", "addressline1", "street", "fulladdress", "recipientaddress", "地址", "收件地址", "送貨地址"],
  address_line_2: ["address2", "地址2", "地址二"],
  address_line_3: ["address3", "地址3", "地址三"],
  city: ["town", "城市"],
  state: ["province", "region", "州", "省", "州省"],
  post_code: ["postcode", "postalcode", "zip", "zipcode", "郵編", "郵政編碼", "郵遞區號"],
  country: ["recipientcountry", "國家", "國家地區"],
  tax_code: ["taxid", "vat", "稅號"],
  eori_number: ["eori"],
};

const columnOf = headerFinder(OTHER_HEADERS);

export type AddressCells = Readonly<Partial<Record<AddressColumn, string>>>;

/** What a file's columns hold, by their headers. */
export function guessAddressColumns(headers: readonly string[]): Record<string, AddressColumn | null> {
  return guessByHeader(headers, columnOf);
}

/** Whether a file's first line names its columns: it has a known one, or no digits, which every address has. */
export function namesAddressColumns([headers = []]: readonly (readonly string[])[]): boolean {
  return headers.some(columnOf) || !headers.some((header) => /\d/.test(header));
}
