import { hongKongDate } from "@/lib/calendar";
import { splitDeliveryCode } from "@/lib/contracts/order-parts";
import { countryName } from "@/lib/country";
import { money, plain } from "@/lib/decimal";
import { digitsOf } from "@/lib/phone";
import type { StoredOrder } from "@/server/orders";
import { printable } from "./text";

/** A name and an address as they are printed. */
export type LabelParty = { name: string; company: string | null; phone: string; address: string };

/** Something that the courier must do or know; `strong` stands out. */
export type LabelMark = { caption: string; value: string; strong: boolean };

/** What one label says. Everything that may be printed is here: `client_remarks` is not. */
export type LabelContent = {
  trackingNumber: string;
  piece: number;
  pieces: number;
  providerName: string;
  serviceCode: string;
  /** Where it is sorted to: a pickup point, or a country with its postcode; `head` stands out. */
  destination: { head: string; lines: string[] } | null;
  to: LabelParty;
  from: LabelParty;
  measures: { caption: string; value: string }[];
  contents: string;
  marks: LabelMark[];
  remarks: string;
  orderId: string;
  date: string;
};

const chineseCountries = new Intl.DisplayNames(["zh-Hant-HK"], { type: "region", style: "short" });

/** The name of a country in English and Chinese. */
function countryNames(code: string): string {
  return code && `${countryName(code).toUpperCase()} ${chineseCountries.of(code) ?? ""}`.trim();
}

function partyOf(order: StoredOrder, party: Record<string, string>): LabelParty {
  const { name = "", company_name, mobile = "", mobile_prefix = "", address = "" } = party;
  const place = [party.city, party.state, party.post_code].filter(Boolean).join(", ");
  const lines =
    order.ship_type === "local"
      ? [splitDeliveryCode(address).address]
      : [address, party.address_line_2, party.address_line_3, place, countryNames(party.country ?? "")];
  return {
    name: printable(name),
    company: company_name ? printable(company_name) : null,
    phone: printable(`+${digitsOf(mobile_prefix)} ${mobile}`),
    address: printable(lines.filter(Boolean).join("\n")),
  };
}

function destinationOf(order: StoredOrder): LabelContent["destination"] {
  if (order.ship_type === "local") {
    if (!order.delivery_code) return null;
    return { head: "自取點\nPICKUP POINT", lines: [printable(order.delivery_code)] };
  }
  const { country = "", post_code } = order.recipient;
  return { head: country, lines: [countryNames(country), ...(post_code ? [printable(post_code)] : [])] };
}

/** `1234.5` → `HK$1,234.50`. */
function hongKongDollars(amount: string): string {
  return `HK$${money(amount).replace(/\B(?=(\d{3})+\.)/g, ",")}`;
}

// The UN number and packing instruction of each kind of battery.
const BATTERIES: Record<string, string> = {
  "chargeable inside": "UN3481 PI967",
  "chargeable outside": "UN3481 PI966",
  "nonchargeable inside": "UN3091 PI970",
  "nonchargeable outside": "UN3091 PI969",
};
const SIGNATURES: Record<string, string> = { O: "SIG-O 需簽收", A: "SIG-A 成人 ADULT" };
const PROOFS: Record<string, string> = { E: "POD-E 電子", W: "POD-W 紙本 PAPER" };

function marksOf(order: StoredOrder, parcel: StoredOrder["parcels"][number]): LabelMark[] {
  const marks: LabelMark[] = [];
  const add = (caption: string, value: string | undefined, strong = false) => {
    if (value) marks.push({ caption, value, strong });
  };
  if (order.cod_amount !== null) {
    const once = order.parcels.length > 1 ? "代收貨款 COD 全單 PER ORDER" : "代收貨款 COD";
    add(once, hongKongDollars(order.cod_amount), true);
  }
  // Without a word of the sender the recipient pays, as everywhere.
  if (order.ship_type === "intl") add("稅項 DUTIES", order.options.tax_party === "sender" ? "DDP" : "DAP");
  add("簽收 SIGNATURE", SIGNATURES[order.options.recipient_signature ?? ""]);
  add("簽收證明 PROOF", PROOFS[order.options.delivery_proof ?? ""]);
  const batteries = parcel.items.flatMap(({ battery_type: type, battery_location: location }) => {
    const mark = BATTERIES[`${type} ${location}`];
    return mark ? [mark] : [];
  });
  add("鋰電池 BATTERY", [...new Set(batteries)].sort().join(" · "), true);
  return marks;
}

/** Remarks in the lines that the sender made, unless these are so many that they would crowd out the rest. */
function remarksOf(order: StoredOrder): string {
  const lines = printable(order.shipment.consignment_remarks ?? "").split(/\s*\n\s*/);
  return lines.join(lines.length > 5 ? " / " : "\n");
}

/** The content of each label of an order, one for each parcel. @throws Error when the order has no tracking number */
export function labelContents(order: StoredOrder, providerName: (code: string) => string): LabelContent[] {
  const pieces = order.parcels.length;
  return order.parcels.map((parcel) => {
    if (!parcel.tracking_number) throw new Error(`order ${order.id} is not confirmed and has no label`);
    const { length, width, height } = parcel;
    const measures = [
      { caption: pieces > 1 ? "此件實重 THIS PIECE" : "實重 ACTUAL", value: `${plain(parcel.act_weight)} kg` },
      {
        caption: pieces > 1 ? "全單計費重 CHARGEABLE" : "計費重 CHARGEABLE",
        value: `${plain(order.chargeable_weight)} kg`,
      },
      {
        caption: "尺寸 SIZE cm",
        value: length && width && height ? [length, width, height].map(plain).join("×") : "—",
      },
      { caption: "類別 TYPE", value: (order.shipment.package_type ?? "parcel").toUpperCase() },
    ];
    const declared = order.shipment.consignment_declaration || parcel.items.map((item) => item.description).join(", ");
    return {
      trackingNumber: parcel.tracking_number,
      piece: parcel.position,
      pieces,
      providerName: printable(providerName(order.shipping_provider)),
      serviceCode: order.shipping_provider,
      destination: destinationOf(order),
      to: partyOf(order, order.recipient),
      from: partyOf(order, order.sender),
      measures,
      contents: printable(declared),
      marks: marksOf(order, parcel),
      remarks: remarksOf(order),
      orderId: order.id,
      date: hongKongDate(order.confirmed_at ?? order.created_at),
    };
  });
}
