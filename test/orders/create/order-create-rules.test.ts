/** Rules of order creation across fields (contract §12, §13). */
import { describe, expect, it } from "vitest";
import { detailOf, expectEntries, itemsOf, order, packer, parcelsOf, withMerchants } from "./order-rules";

withMerchants();

describe("failures", () => {
  it("are named all at once, in document order (intl)", async () => {
    const body = order("intl", (it) => {
      delete it.sender.name;
      it.sender.mobile = "2345678";
      it.recipient.country = "Hong Kong";
      it.shipment_detail.package_type = "box";
      parcelsOf(it).push(structuredClone(parcelsOf(it)[0]));
      parcelsOf(it)[0].act_weight = "30.01";
      itemsOf(it, 1)[0].bar_code_eid = "4891234567894";
      itemsOf(it, 1).push({ description: "x", qty: 2, single_price: "-1", battery: { type: "wet" } });
      it.shipment_options = { tax_party: "nobody" };
      it.client_remarks = "x".repeat(501);
      it.confirm_shipment = "y";
    });
    const items = "/shipment_detail/parcel_list/1/declaration_list";
    const answer = await expectEntries(body, [
      "/shipping_provider 400470",
      "/sender/name",
      "/sender/mobile",
      "/recipient/country",
      "/shipment_detail/package_type",
      `${items}/0/sku`,
      `${items}/1/qty`,
      `${items}/1/single_price`,
      `${items}/1/battery/type`,
      `${items}/1/battery/location`,
      "/shipment_options/tax_party",
      "/client_remarks",
      "/confirm_shipment",
    ]);
    expect(answer.entries[5]?.field).toBe("shipment_detail.parcel_list[].declaration_list[].sku");
    expect(answer.entries[0]).toMatchObject({ field: "shipping_provider", code_reason: "SERVICE_NOT_AVAILABLE" });
  });

  it("are named all at once, in document order (local)", async () => {
    const body = order("local", (it) => {
      it.shipping_provider = "LOCAL_POINT";
      it.sender.mobile = "2345678";
      it.recipient.mobile = "912345678";
      it.recipient.address += "^NO-SUCH";
      delete it.shipment_detail.consignment_declaration;
      parcelsOf(it)[0].parcel_items = [];
      it.cod = "Y";
      it.delivery_proof = "X";
      it.pickup_arrange = { pickup_date: "2020-01-01", pickup_start_time: "09:00", pickup_end_time: "11:00" };
    });
    await expectEntries(body, [
      "/sender/mobile 400421",
      "/recipient/mobile",
      "/recipient/address 400472",
      "/shipment_detail/consignment_declaration",
      "/shipment_detail/parcel_list/0/parcel_items",
      "/cod_amount",
      "/delivery_proof",
      "/pickup_arrange/pickup_date",
      "/pickup_arrange/pickup_start_time",
      "/pickup_arrange/pickup_end_time",
    ]);
  });

  it("of a missing object or list are one entry under its own name", async () => {
    for (const ship_type of ["intl", "local"])
      await expectEntries({ ship_type }, ["/shipping_provider", "/sender", "/recipient", "/shipment_detail"]);
    const declared = ["/shipment_detail/consignment_declaration"];
    for (const [shipType, more] of [
      ["intl", []],
      ["local", declared],
    ] as const)
      await expectEntries({ ...order(shipType), shipment_detail: {} }, [
        "/shipment_detail/package_type",
        ...more,
        "/shipment_detail/parcel_list",
      ]);
  });

  it("are at most 100, the first ones", async () => {
    const body = order("local", (it) => {
      parcelsOf(it)[0].parcel_items = Array.from({ length: 60 }, () => ({ single_value: "1" }));
    });
    const at = (index: number) => `/shipment_detail/parcel_list/0/parcel_items/${index}`;
    const first100 = Array.from({ length: 50 }, (_, index) => [`${at(index)}/name`, `${at(index)}/qty`]).flat();
    await expectEntries(body, first100);
  });

  it.each([undefined, null, "", "x", "INTL", " intl", "intl ", "constructor", 5, true, {}, [], ["intl"]])(
    "of ship_type %j are the only entry",
    async (ship_type) => {
      const sender = { mobile: "2345678", mobile_prefix: "852" };
      const pickup_arrange = { pickup_start_time: "09:00" };
      const wrong = { ship_type, shipping_provider: 5, sender, recipient: "x", cod: "Y", pickup_arrange };
      const answer = await expectEntries(wrong, ["/ship_type"]);
      const says =
        (ship_type ?? "") === "" ? /required/ : typeof ship_type === "string" ? /one of: intl, local/ : /JSON string/;
      expect(answer.entries[0]?.message).toMatch(says);
    },
  );
});

describe("parties", () => {
  it.each(["HK", "hk", "Hong Kong", "HONG KONG"])(
    "of an international order are not received in %s",
    async (country) => {
      const body = order("intl", (it) => {
        it.recipient.country = country;
      });
      const answer = await expectEntries(body, ["/recipient/country"]);
      expect(answer.entries[0]?.message).toMatch(/local/);
      await expectEntries({ ...body, confirm_shipment: "?" }, ["/recipient/country", "/confirm_shipment"]);
    },
  );

  it.each([
    ["intl", "sender", "+852", ""],
    ["intl", "recipient", "+852", ""],
    ["local", "sender", "852", " 400421"],
    ["local", "recipient", "852", ""],
  ] as const)("have 8 digits with prefix 852 (%s, %s)", async (shipType, side, mobile_prefix, code) => {
    const withMobile = (mobile: string) =>
      order(shipType, (it) => {
        Object.assign(it[side], { mobile, mobile_prefix });
      });
    for (const mobile of ["1234", "2345678", "234567890", "+85223456789"])
      await expectEntries(withMobile(mobile), [`/${side}/mobile${code}`]);
    // libphonenumber does not know 41234567; the form only warns of it.
    for (const mobile of ["23456789", "2345 6789", "2345-6789", "41234567"])
      await expectEntries(withMobile(mobile), []);
  });

  it("have no code of their own when the whole sender is missing", async () => {
    const { sender: _sender, ...body } = order("local");
    await expectEntries(body, ["/sender"]);
  });
});

describe.each(["intl", "local"] as const)("sku and bar_code_eid (%s)", (shipType) => {
  const at = `/shipment_detail/parcel_list/0/${shipType === "intl" ? "declaration_list" : "parcel_items"}`;
  const withItems = (...given: object[]) =>
    order(shipType, (it) => {
      const item = { ...itemsOf(it)[0], single_weight: undefined };
      itemsOf(it).splice(0, 1, ...given.map((each) => ({ ...item, ...each })));
    });
  const both = { sku: "TEA-1", bar_code_eid: "4891234567894" };

  it("are both required of a pick-and-pack account, each with an entry of its own", async () => {
    const neither = [`${at}/1/sku 400438`, `${at}/1/bar_code_eid 400438`];
    const answer = await expectEntries(withItems(both, {}), neither, packer);
    expect(answer.entries[0]).toEqual({
      field: at.slice(1).replace("/0", "[]").replaceAll("/", ".").concat("[].sku"),
      pointer: `${at}/1/sku`,
      message: expect.stringMatching(/pick-and-pack/),
      code: "400438",
      code_reason: "PICKPACK_ITEM_SKU_BARCODE_REQUIRED",
    });
    await expectEntries(
      withItems({ sku: "", bar_code_eid: null }, both, {}),
      neither.concat(neither).map((entry, index) => entry.replace("/1/", index < 2 ? "/0/" : "/2/")),
      packer,
    );
    await expectEntries(withItems({ sku: "TEA-1" }, both), [`${at}/0/bar_code_eid 400438`], packer);
    await expectEntries(withItems(both, { bar_code_eid: "4891234567894" }), [`${at}/1/sku 400438`], packer);
    await expectEntries(withItems({ ...both, sku: 5 }), [`${at}/0/sku`], packer);
    await expectEntries(withItems(both, both), [], packer);
  });

  it("may be left out by other accounts, but a barcode needs a sku", async () => {
    await expectEntries(withItems(both, {}, { bar_code_eid: "4891234567894" }), [`${at}/2/sku`]);
    await expectEntries(withItems({ sku: "TEA-1" }, {}, both), []);
  });
});

it("takes a cod_amount only when cod is Y", async () => {
  for (const [cod, cod_amount] of [
    ["N", "abc"],
    ["N", "0"],
    [undefined, "1.234"],
  ])
    expect(await detailOf(order("local", (it) => Object.assign(it, { cod, cod_amount })))).toMatchObject({
      cod: "N",
      cod_amount: null,
      quote_price: "54.00",
    });
  expect(await detailOf(order("local", (it) => Object.assign(it, { cod: "Y", cod_amount: "1000.50" })))).toMatchObject({
    cod_amount: "1000.50",
    quote_price: "79.01",
  });
});

describe("courier_account_number", () => {
  const withAccount = (shipping_provider: string, country: string, shipment_options: unknown) =>
    order("intl", (it) => {
      Object.assign(it, { shipping_provider, shipment_options });
      it.recipient.country = country;
    });

  it.each([
    undefined,
    "",
    "12345678",
    "1234567890",
    "12345678 ",
    " 123456789",
    "12345678x",
    "１２３４５６７８９",
    "123456789\n",
  ])("%j is refused where the provider's rule holds", async (courier_account_number) => {
    const body = withAccount("EXPR_EXPORT", "PR", { tax_party: "recipient", courier_account_number });
    await expectEntries(body, ["/shipment_options/courier_account_number"]);
  });

  it.each([
    ["Puerto Rico", undefined],
    ["US", " puerto rico "],
    ["United States", "P.R."],
    ["us", "Porto Rico"],
  ])("holds for country %j with state %j too", async (country, state) => {
    const body = withAccount("EXPR_EXPORT", country, { tax_party: "recipient" });
    Object.assign(body.recipient, { state });
    await expectEntries(body, ["/shipment_options/courier_account_number"]);
  });

  it("is exactly 9 digits there, and not checked elsewhere", async () => {
    const options = { tax_party: "recipient", courier_account_number: "123456789" };
    expect((await detailOf(withAccount("EXPR_EXPORT", "PR", options))).shipment_options).toMatchObject(options);
    const free = { ...options, courier_account_number: "any thing" };
    await expectEntries(withAccount("EXPR_EXPORT", "US", free), []);
    await expectEntries(withAccount("INTL_EXPR", "PR", free), []);
    await expectEntries(withAccount("EXPR_EXPORT", "PR", { ...free, tax_party: "sender" }), []);
    for (const none of [undefined, "", {}]) await expectEntries(withAccount("EXPR_EXPORT", "PR", none), []);
  });
});
