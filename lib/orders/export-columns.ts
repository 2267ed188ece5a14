/** The columns of an export of orders, by the API's names, in their usual order (contract §5.9). */
export const EXPORT_COLUMNS = [
  "order_id",
  "order_status",
  "ship_type",
  "shipping_provider",
  "tracking_number",
  "create_time",
  "confirm_time",
  "pickup_date",
  "pickup_start_time",
  "pickup_end_time",
  "recipient_name",
  "recipient_company_name",
  "recipient_mobile",
  "recipient_country",
  "recipient_address",
  "recipient_address_line_2",
  "recipient_address_line_3",
  "recipient_city",
  "recipient_state",
  "recipient_post_code",
  "delivery_code",
  "parcels",
  "chargeable_weight",
  "declared_value",
  "declared_currency",
  "quote_price",
  "price_breakdown",
  "cod_amount",
  "client_remarks",
  "cancel_reason",
  "cancel_remarks",
  "reference",
] as const;
export type ExportColumn = (typeof EXPORT_COLUMNS)[number];

export const EXPORT_FORMATS = ["csv", "xlsx"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
