import { countryName } from "@/lib/addresses/country";
import { hongKongDate } from "@/lib/calendar";
import { plain } from "@/lib/decimal";
import { asPacked, type StoredOrder } from "@/server/orders";
import { batteryTypes } from "../battery";
import { currencyOf, declaredValue, groupedMoney } from "../declared";
import { type Imprint, trackingUrl } from "../imprint";
import { addressLines, phoneOf } from "../parties";
import { fewLines, oneLine } from "../text";

/** A name and an address as they are printed. */
type LabelParty = { name: string; company: string | null; phone: string; address: string };

/** Something that the courier must do or know; `strong` makes it stand out. */
export type LabelMark = { caption: string; value: string; strong: boolean };

/** What one label says. Everything that may be printed is here; `client_remarks` is left out on purpose. */
export type LabelContent = {
  shipType: StoredOrder["ship_type"];
  trackingNumber: string;
  trackingUrl: string;
  piece: number;
  pieces: number;
  providerName: string;
  serviceCode: string;
  /** The delivery code of a local order to a pickup point. */
  pickupPoint: string | null;
  /** The recipient's, for sorting international parcels. */
  country: { code: string; names: string; postcode: string };
  to: LabelParty;
  from: LabelParty;
  measures: { caption: string; value: string }[];
  contents: string;
  /** The declared value of the whole order, for customs. */
  value: string;
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
  return {
    name: oneLine(party.name ?? ""),
    company: party.company_name ? oneLine(party.company_name) : null,
    phone: phoneOf(party),
    address: addressLines(order, party, countryNames).join("\n"),
  };
}

const SIGNATURES: Record<string, string> = { O: "SIG-O 需簽收", A: "SIG-A 成人 ADULT" };
const PROOFS: Record<string, string> = { E: "POD-E 電子", W: "POD-W 紙本 PAPER" };

/** The kinds of battery in a parcel, one line for each UN number: `UN3481 PI966 + PI967`. */
function batteriesOf(parcel: StoredOrder["parcels"][number]): string {
  const instructions = new Map<string, string[]>();
  for (const type of batteryTypes(parcel)) {
    const [number = "", instruction = ""] = type.split("_");
    instructions.set(number, [...(instructions.get(number) ?? []), instruction]);
  }
  return [...instructions].map(([number, all]) => `${number} ${all.join(" + ")}`).join("\n");
}

function marksOf(order: StoredOrder, parcel: StoredOrder["parcels"][number]): LabelMark[] {
  const marks: LabelMark[] = [];
  const add = (caption: string, value: string | undefined, strong = false) => {
    if (value) marks.push({ caption, value, strong });
  };
  if (order.cod_amount !== null) {
    const once = order.parcels.length > 1 ? "代收貨款 COD 全單 PER ORDER" : "代收貨款 COD";
    add(once, `HK$${groupedMoney(order.cod_amount)}`, true);
  }
  // Unless the order says that the sender pays, the recipient pays, as everywhere.
  if (order.ship_type === "intl") add("稅項 DUTIES", order.options.tax_party === "sender" ? "DDP" : "DAP");
  add("簽收 SIGNATURE", SIGNATURES[order.options.recipient_signature ?? ""]);
  add("簽收證明 PROOF", PROOFS[order.options.delivery_proof ?? ""]);
  add("鋰電池 BATTERY", batteriesOf(parcel), true);
  return marks;
}

/** The content of each label of an order, one for each parcel. @throws Error when the order has no tracking number */
export function labelContents(order: StoredOrder, imprint: Imprint): LabelContent[] {
  const pieces = order.parcels.length;
  const { country = "" } = order.recipient;
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
      shipType: order.ship_type,
      trackingNumber: parcel.tracking_number,
      trackingUrl: trackingUrl(imprint, parcel.tracking_number),
      piece: parcel.position,
      pieces,
      providerName: oneLine(imprint.providerName(order.shipping_provider)),
      serviceCode: order.shipping_provider,
      pickupPoint: order.delivery_code && oneLine(order.delivery_code),
      country: {
        code: country,
        names: countryNames(country),
        postcode: oneLine(order.recipient.post_code ?? ""),
      },
      to: partyOf(order, order.recipient),
      from: partyOf(order, order.sender),
      measures,
      contents: oneLine(declared),
      value: `${currencyOf(order)} ${groupedMoney(declaredValue(order), currencyOf(order))}`,
      marks: marksOf(order, parcel),
      remarks: fewLines(order.shipment.consignment_remarks ?? ""),
      orderId: order.id,
      date: hongKongDate(order.confirmed_at ?? order.created_at),
    };
  });
}

// Its names and addresses depend on the server, not on the order.
const ANY_IMPRINT: Imprint = { isTest: false, appUrl: "", providerName: (code) => code };

/** The parcels whose label differs between two states of an order, as it is packed (contract §7.8). */
export function changedLabels(before: StoredOrder, after: StoredOrder): number[] {
  const said = (order: StoredOrder) =>
    labelContents(asPacked(order), ANY_IMPRINT).map((label) =>
      // Local labels do not print the value.
      JSON.stringify(label.shipType === "intl" ? label : { ...label, value: "" }),
    );
  const [old, now] = [said(before), said(after)];
  return after.parcels.filter((_parcel, index) => old[index] !== now[index]).map(({ position }) => position);
}
