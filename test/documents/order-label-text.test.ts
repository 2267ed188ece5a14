/** What the label of an order shows. */
import { describe, expect, it } from "vitest";
import { intlOrder, localOrder } from "../factories";
import { labelOf, local, withMerchant } from "./order-label";

withMerchant();

describe("what is printed", () => {
  it("of a local order to a pickup point", async () => {
    const { order, pages } = await labelOf(
      local(
        {
          shipping_provider: "LOCAL_POINT",
          recipient: {
            name: "陳大文 Chan Tai Man",
            mobile: "91234567",
            mobile_prefix: "852",
            address: "九龍深水埗嘅邨 5 樓^KLN-L001",
          },
          cod: "Y",
          cod_amount: "1234.5",
          delivery_proof: "W",
          client_remarks: "INTERNAL ONLY 內部備註",
        },
        { consignment_declaration: "Tea set 茶具", consignment_remarks: "易碎 Fragile" },
      ),
    );
    const text = pages[0]?.text ?? "";
    for (const part of [
      order.tracking_number,
      "Sampan Local Pickup Point",
      "LOCAL_POINT",
      "KLN-L001",
      "陳大文 Chan Tai Man",
      "+852 91234567",
      "九龍深水埗嘅邨 5 樓",
      "Sampan Goods",
      "+852 23456789",
      "Tsim Sha Tsui",
      "1/1",
      "2.3 kg",
      "3 kg",
      "30×20×10",
      "Tea set 茶具",
      "易碎 Fragile",
      "HK$1,234.50",
      "POD-W",
      `ORDER  ${order.order_id}`,
      order.create_time?.slice(0, 10) ?? "",
    ])
      expect(text).toContain(part);
    expect(text).not.toContain("^");
    expect(text).not.toMatch(/INTERNAL|內部備註/);
  });

  it.each([
    [{ tax_party: "sender", recipient_signature: "A" }, ["DDP", "SIG-A"]],
    [{ tax_party: "recipient", recipient_signature: "O" }, ["DAP", "SIG-O"]],
    [{}, ["DAP"]],
  ])("of an international order with %j", async (shipment_options, marks) => {
    const { pages } = await labelOf(intlOrder({ shipment_options }));
    const text = pages[0]?.text ?? "";
    for (const part of [...marks, "INTL_EXPR", "JP", "JAPAN 日本", "150-0001", "Shibuya, Tokyo, 150-0001", "5 kg"])
      expect(text).toContain(part);
    if (!("recipient_signature" in shipment_options)) expect(text).not.toContain("SIG-");
    expect(text).not.toMatch(/BATTERY|COD/);
  });

  it.each([
    ["+44", "07700 900123", "+44 7700 900123"],
    ["+49", "0221-9876540", "+49 221-9876540"],
    // Italy's own numbers begin with 0.
    ["+39", "06 6982 1234", "+39 06 6982 1234"],
    ["+33", "6 12 34 56 78", "+33 6 12 34 56 78"],
  ])("of a telephone number, as it is dialled from abroad: %s %s", async (mobile_prefix, mobile, printed) => {
    const recipient = { ...intlOrder().recipient, mobile_prefix, mobile };
    const { pages } = await labelOf(intlOrder({ recipient }));
    expect(pages[0]?.text).toContain(printed);
  });

  it("of a piece and of the whole order, each by its own caption", async () => {
    const textsOf = async (body: unknown) => (await labelOf(body)).pages.map(({ text }) => text.split("\n"));
    const cash = { cod: "Y", cod_amount: "100" };
    const [parcel] = localOrder().shipment_detail.parcel_list;
    const [one] = await textsOf(local(cash, { package_type: "envelope" }));
    const captions = ["實重 ACTUAL", "計費重 CHARGEABLE", "代收貨款 COD", "ENVELOPE"];
    expect(one).toEqual(expect.arrayContaining(captions));
    expect(one?.join()).not.toMatch(/DUTIES|VALUE/);
    const whole = ["此件實重 THIS PIECE", "全單計費重 CHARGEABLE", "代收貨款 COD 全單 PER ORDER"];
    for (const lines of await textsOf(local(cash, { parcel_list: [parcel, parcel] })))
      expect(lines).toEqual(expect.arrayContaining(whole));
  });

  it("of what is in a piece, and of the value of the whole order for customs", async () => {
    const body = intlOrder();
    const [parcel] = body.shipment_detail.parcel_list;
    const item = { ...parcel?.declaration_list[0], single_weight: "0.1" };
    const shipped = async (...names: string[]) => {
      const parcel_list = names.map((description) => ({ ...parcel, declaration_list: [{ ...item, description }] }));
      const shipment_detail = { ...body.shipment_detail, consignment_declaration: "", parcel_list };
      return (await labelOf({ ...body, shipment_detail })).pages.map(({ text }) => text.split("\n"));
    };
    expect((await shipped("Kettle"))[0]).toContain("申報價值 VALUE  HKD 760.00");
    for (const [index, lines] of (await shipped("Kettle", "Cup")).entries())
      for (const line of [`內容 CONTENTS  ${["Kettle", "Cup"][index]}`, "全單價值 ORDER VALUE  HKD 1,520.00"])
        expect(lines).toContain(line);
  });

  it("of companies and every line of an address", async () => {
    const body = intlOrder();
    const lines = { company_name: "Hana Books KK", address_line_2: "Maple Court", address_line_3: "Room 804" };
    const { pages } = await labelOf({ ...body, recipient: { ...body.recipient, ...lines } });
    for (const part of ["Sampan Goods Ltd", ...Object.values(lines)]) expect(pages[0]?.text).toContain(part);
  });

  it("of batteries, on the parcels that hold them", async () => {
    const [parcel] = intlOrder().shipment_detail.parcel_list;
    const item = { ...parcel?.declaration_list[0], single_weight: "0.1" };
    const withBattery = {
      ...parcel,
      declaration_list: [
        { ...item, battery: { type: "nonchargeable", location: "inside" } },
        { ...item, battery: { type: "chargeable", location: "outside" } },
        { ...item, battery: { type: "chargeable", location: "outside" } },
      ],
    };
    const body = intlOrder();
    const shipment_detail = { ...body.shipment_detail, parcel_list: [parcel, withBattery] };
    const { pages } = await labelOf({ ...body, shipment_detail });
    expect(pages[0]?.text).not.toContain("BATTERY");
    expect(pages[1]?.text.replaceAll("\n", " ")).toContain("UN3091 PI970 UN3481 PI966");
  });

  it("of batteries of every kind in one parcel, with none left out", async () => {
    const [parcel] = intlOrder().shipment_detail.parcel_list;
    const item = { ...parcel?.declaration_list[0], single_weight: "0.1" };
    const kinds = ["chargeable", "nonchargeable"].flatMap((type) =>
      ["inside", "outside"].map((location) => ({ ...item, battery: { type, location } })),
    );
    const body = intlOrder({ shipment_options: { tax_party: "sender", recipient_signature: "A" } });
    const shipment_detail = { ...body.shipment_detail, parcel_list: [{ ...parcel, declaration_list: kinds }] };
    for (const paper of ["100x150", "A6"]) {
      const { pages } = await labelOf({ ...body, shipment_detail }, "testing", paper);
      for (const line of ["UN3091 PI969 + PI970", "UN3481 PI966 + PI967"])
        expect(pages[0]?.text.split("\n")).toContain(line);
    }
  });

  it("says TEST in the testing environment only", async () => {
    const [testing, production] = [await labelOf(local()), await labelOf(local(), "production")];
    expect(testing.pages[0]?.text).toContain("TEST 測試");
    expect(production.pages[0]?.text).not.toMatch(/TEST|測試/);
    expect(Buffer.from(production.bytes).toString("latin1")).not.toContain("TEST");
  });

  it("has a box for a character that no font has, and nothing for an invisible one", async () => {
    const name = "A\u{2c00}B\u200bC\u{20bb7}D";
    const { pages } = await labelOf(local({ recipient: { ...localOrder().recipient, name } }));
    expect(pages[0]?.text).toMatch(/^A□BC□D$/m);
  });

  it("includes all 200 characters of remarks in either language", async () => {
    const english = "Deliver between nine and six, ring twice, leave nothing outside. ".repeat(4).slice(0, 200).trim();
    const chinese = "請於辦公時間內送貨並先致電收件人確認地址切勿放置門外".repeat(10).slice(0, 200);
    for (const consignment_remarks of [english, chinese]) {
      for (const paper of ["100x150", "A6"]) {
        const { pages } = await labelOf(local({}, { consignment_remarks }), "testing", paper);
        expect(pages[0]?.text.replaceAll(/\s/g, "")).toContain(consignment_remarks.replaceAll(/\s/g, ""));
      }
    }
  });

  it("has the longest names and addresses in full on a second label, and the rest on the first", async () => {
    const zh = (length: number) => "深水埗長沙灣道西九龍中心廣場大廈地下商場鋪位".repeat(30).slice(0, length);
    const party = { name: zh(200), mobile: "91234567", mobile_prefix: "852", address: zh(480) };
    const remarks = `${zh(197)}終結了`;
    const body = local(
      {
        shipping_provider: "LOCAL_POINT",
        sender: { ...party, mobile: "23456789" },
        recipient: { ...party, address: `${party.address}^KLN-L001` },
        cod: "Y",
        cod_amount: "99999.99",
        delivery_proof: "E",
      },
      { consignment_remarks: remarks },
    );
    const { pages } = await labelOf(body, "testing", "A6");
    const [label = "", continuation = "", ...others] = pages.map(({ text }) => text.replaceAll("\n", ""));
    expect(others).toEqual([]);
    const onLabel = ["+852 91234567", "+852 23456789", "KLN-L001", "HK$99,999.99", remarks, "…", "全文見續頁"];
    for (const part of onLabel) expect(label).toContain(part);
    const number = /ST\d{11}/.exec(label)?.[0];
    const whole = [
      `${number}  1/1`,
      "續頁CONTINUED",
      "TEST",
      party.name,
      party.address,
      "+852 91234567",
      "+852 23456789",
    ];
    for (const part of whole) expect(continuation).toContain(part);
    // The sender has the same name and address.
    expect(continuation.split(party.address)).toHaveLength(3);
    expect(continuation).not.toContain("…");
  });

  it("is one label with every mark for an address of three lines, on each paper", async () => {
    const address = "Flat B, 23/F, Tower 7, Grand Promenade Gardens, 888 Castle Peak Road, Cheung Sha Wan, Kowloon";
    const body = local(
      {
        shipping_provider: "LOCAL_POINT",
        sender: { ...localOrder().sender, address },
        recipient: { ...localOrder().recipient, address: `${address}^KLN-L001` },
        cod: "Y",
        cod_amount: "99999.99",
        delivery_proof: "W",
      },
      { consignment_remarks: "請於辦公時間內送貨並先致電收件人確認地址切勿放置門外".repeat(10).slice(0, 200) },
    );
    for (const paper of ["100x150", "A6", "A4"]) {
      const { pages } = await labelOf(body, "testing", paper);
      expect(pages).toHaveLength(1);
      expect(pages[0]?.text.replaceAll("\n", " ").split(address)).toHaveLength(3);
    }
  });

  it("has as many labels for each parcel, each followed by its own continuation", async () => {
    const address = "深水埗長沙灣道西九龍中心廣場大廈地下商場鋪位".repeat(22).slice(0, 480);
    const [parcel] = localOrder().shipment_detail.parcel_list;
    const recipient = { ...localOrder().recipient, name: address.slice(0, 200), address };
    const body = local({ recipient }, { parcel_list: [parcel, parcel, parcel] });
    const { pages } = await labelOf(body, "testing", "A6");
    const found = pages.map(({ text }) => [/\d\/3/.exec(text)?.[0], text.includes("CONTINUED")]);
    expect(found).toEqual(
      ["1/3", "2/3", "3/3"].flatMap((piece) => [
        [piece, false],
        [piece, true],
      ]),
    );
    const four = (await labelOf(body, "testing", "A4&per_page=4&start=3")).pages;
    expect(four.map(({ text }) => text.match(/CONTINUED/g)?.length)).toEqual([1, 2]);
  });
});
