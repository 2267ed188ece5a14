/** A local order that the API reference and the README show. */
export const localExample = {
  ship_type: "local",
  shipping_provider: "LOCAL_DOOR",
  sender: {
    name: "Sampan Goods",
    mobile: "23456789",
    mobile_prefix: "852",
    address: "Shop 3, G/F, 12 Nathan Road, Tsim Sha Tsui, Kowloon",
  },
  recipient: {
    name: "陳大文",
    mobile: "91234567",
    mobile_prefix: "852",
    address: "九龍旺角彌敦道 700 號 5 樓 A 室",
  },
  shipment_detail: {
    package_type: "parcel",
    consignment_declaration: "Tea set",
    parcel_list: [
      {
        act_weight: "2.3",
        length: "30",
        width: "20",
        height: "10",
        parcel_items: [{ name: "Porcelain tea set", qty: "1", single_value: "380.00" }],
      },
    ],
  },
  client_remarks: "Order 1042",
  confirm_shipment: "Y",
};

/** A local order that the recipient collects: the point's code is at the end of the address. */
export const pickupPointExample = {
  ...localExample,
  shipping_provider: "LOCAL_POINT",
  recipient: { ...localExample.recipient, address: "九龍旺角彌敦道 701 號地下^KLN-L001" },
};

/** An international order that the API reference shows. */
export const intlExample = {
  ship_type: "intl",
  shipping_provider: "INTL_EXPR",
  sender: {
    name: "Chan Tai Man",
    company_name: "Sampan Goods Ltd",
    mobile: "23456789",
    mobile_prefix: "+852",
    email: "ship@sampan-goods.example",
    address: "12 Nathan Road",
    city: "Tsim Sha Tsui",
    country: "HK",
  },
  recipient: {
    name: "Sato Hanako",
    mobile: "9012345678",
    mobile_prefix: "+81",
    email: "hanako@recipient.example",
    address: "1-2-3 Jingumae",
    city: "Shibuya",
    state: "Tokyo",
    post_code: "150-0001",
    country: "JP",
  },
  shipment_detail: {
    package_type: "parcel",
    consignment_declaration: "Porcelain tea set",
    currency: "HKD",
    reason_of_export: "Sale of goods",
    parcel_list: [
      {
        act_weight: "3.2",
        length: "40",
        width: "30",
        height: "20",
        declaration_list: [
          {
            description: "Porcelain tea set",
            qty: "2",
            single_price: "380.00",
            single_weight: "1.5",
            hscode: "691110",
            origin: "CN",
          },
        ],
      },
    ],
  },
  shipment_options: { tax_party: "recipient" },
  confirm_shipment: "Y",
};

export const orderResultExample = {
  order_id: "217123456789012",
  ship_type: "local",
  order_status: "READY_TO_SHIP",
  quote_price: "54.00",
  confirm_shipment: "Y",
  tracking_number: "SP72158830462",
  client_remarks: "Order 1042",
  create_time: "2026-11-20T10:30:00.000+08:00",
  message: "The order is confirmed and ready to ship.",
};

/** What new orders begin with. */
export const defaultsExample = {
  local: {
    sender: localExample.sender,
    shipping_provider: "LOCAL_DOOR",
    package_type: "parcel",
    consignment_declaration: "Tea",
    parcel: { act_weight: "0.5", length: "20", width: "15", height: "10" },
    pickup_arrange: { pickup_start_time: "14:00", pickup_end_time: "18:00" },
  },
  intl: { currency: "HKD", reason_of_export: "Sale of goods", tax_party: "recipient" },
  paper: "100x150",
};
