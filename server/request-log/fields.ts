import type { OperationId } from "@/lib/operations";

/** Fields of which nothing is kept but a choice of words: secrets, files, personal data, what others sent us. */
export const MASKED: ReadonlySet<string> = new Set([
  // Secrets and files.
  ...["access_token", "auth_header", "client_secret", "content", "credential", "csv", "current_password"],
  ...["password", "qr", "recovery_codes", "request_headers", "response_head", "response_headers", "secret"],
  ...["secret_hint", "token", "uri"],
  // Personal data.
  ...["region", "field"],
  ...["account_name", "actor_name", "address", "address_line_2", "address_line_3", "attestationObject"],
  ...["authenticatorData", "author", "body", "by", "cancel_declined_remarks", "cancel_reason"],
  ...["cancel_remarks", "city", "claimed_by", "clientDataJSON", "client_remarks", "company"],
  ...["company_name", "consignment_declaration", "consignment_remarks", "courier_account_number"],
  ...["created_by", "customer_name", "delivered_to", "description", "district", "email", "ended_by"],
  ...["eori_number", "error_detail", "explanation", "invited_by", "ioss_number", "item_remarks", "label"],
  ...["last_place", "manufacturer_address", "manufacturer_email", "manufacturer_name"],
  ...["manufacturer_phone", "mobile", "mobile_prefix", "name", "note", "owner_name", "packed_by", "phone"],
  ...["picked_by", "place", "post_code", "postal_code", "proof_of_delivery_url", "rawId", "read_by"],
  ...["reason", "recipient_city", "recipient_district", "recipient_name", "recipient_place"],
  ...["records_keeper_address", "records_keeper_email", "records_keeper_name", "records_keeper_phone"],
  // Words of the account for its orders.
  ...["add", "hold", "holds", "remove", "tag", "tags"],
  ...["reject_reason", "remarks", "rest", "scanned_by", "shared_by", "signature", "signed_by", "state"],
  ...["tax_code", "testing_laboratory_address", "testing_laboratory_email", "testing_laboratory_name"],
  ...["testing_laboratory_phone", "text", "url", "userHandle", "user_agent", "warehouse_location"],
  ...["webhook_url"],
]);

/** Text that a person typed to find something: kept if it is an id. */
export const SOUGHT: ReadonlySet<string> = new Set(["search", "q"]);

/** Fields that name something: of a request, text that is no id of ours is not kept. */
export const NAMES_SOMETHING = /(^|_)(ids?|number|code|orders|reverses)$/;

/** Fields with a code of ours: of a request, text that is no single word is not kept. */
export const CODES: ReadonlySet<string> = new Set(["actor", "operation", "provider", "shipping_provider"]);

/**
 * Text that says nothing about a person. Fields whose contract allows only certain words, numbers or dates need not be
 * here; text in any other field is not kept.
 */
export const PLAIN: ReadonlySet<string> = new Set([
  ...["account_id", "act_weight", "actor", "address_en", "address_value", "address_zh", "addresses"],
  ...["adjustment_id", "adjustments", "after", "allow_list", "amount", "answer", "apply_time", "at"],
  ...[
    "attempts",
    "available",
    "balance",
    "bar_code_eid",
    "box_id",
    "battery_label_types",
    "batch_id",
    "battery_location",
    "battery_type",
    "bulk_id",
  ],
  ...["before", "caller", "cancel_declined_time", "cancellations", "case_id", "chapter", "chapter_title"],
  ...["charge", "chargeable_weight", "charged", "charged_weight", "charges", "checkpoint_list"],
  ...["claimed_time", "client_id", "clients", "closed_at", "closed_time", "cod_amount", "cod_balance"],
  ...["cod_before", "cod_collected", "cod_paid_out", "code", "code_reason", "column", "columns"],
  ...["confirm_time", "consignment_invoice_number", "corrected", "corrected_time", "countries", "country"],
  ...["courier_company", "cpsc_certifier_id", "cpsc_product_id", "cpsc_version_id", "create_time"],
  ...["created_at", "currency", "custom_declare_fulldesc", "custom_hscode", "custom_origin", "custom_qty"],
  ...["custom_single_price", "custom_single_weight", "custom_unit", "customer_eid", "cut_off", "damaged"],
  ...["damaged_change", "day", "decided_time", "declaration_list", "declared_cod_amount", "declared_price"],
  ...["declared_weight", "delivery_code", "delivery_id", "description_zh", "difference", "disabled_at"],
  ...["disputed_amount", "disputed_time", "district_zh", "done", "draft_id", "enabled_at", "encoding"],
  ...["end_time", "estimated_delivery", "event", "event_id", "events", "expires_at", "export_id"],
  ...["failing_since"],
  ...["fields", "finish_time", "first_at", "first_price", "first_weight", "format", "from", "grant_type"],
  ...["hand_over_id", "heavy_from", "heavy_step_price", "heavy_step_weight", "height", "hkd", "hscode"],
  ...["id", "ids", "ignored_columns", "import_id", "insurance_fee", "is_cpsc_registered", "item_application"],
  ...["item_height", "item_length", "item_list", "item_width", "kind", "last_at", "last_attempt_at"],
  ...["last_seen_at", "last_sign_in_at", "last_success_at", "last_used_at", "length", "line", "location"],
  ...["low_stock_mark", "manufacture_date", "manufacturer_product_id", "material", "max_days", "max_side"],
  ...["max_sides_sum", "max_weight", "merchant_product_id", "merged_ids", "message", "method", "min_days"],
  ...["minimum", "missing", "missing_change", "month", "most_recent_test_date", "movement_id", "name_en"],
  ...["name_zh", "next_attempt_at", "notice_en", "notice_zh", "object_id", "on_hand", "on_hand_change"],
  ...["openapi", "opened_time", "opening_hours", "operation", "options", "order_id", "order_ids"],
  ...["ordered", "orders", "origin", "outcome", "package_type", "package_types", "packed", "packing_start_time"],
  ...["paid_on", "pallet", "parcel_items", "parcel_list", "party", "path", "pending_migrations", "people"],
  ...["percent", "person_id", "pick_list", "picked_time", "pickup_closed_dates", "pickup_date"],
  ...["pickup_detail", "pickup_end_time", "pickup_number", "pickup_session", "pickup_start_time"],
  ...["picture_id", "pointer", "previous_secret_until", "price_before", "price_breakdown", "printed_at", "product_id"],
  ...[
    "price",
    "product_list",
    "proposed_time",
    "proxy_seen_at",
    "provider",
    "provider_list",
    "provider_name",
    "qty",
    "query",
  ],
  ...["quote_id", "quote_price", "rate_list", "read_at", "read_time", "ready_list", "reason_of_export"],
  ...["recipient_country", "recipient_signature", "reference", "related_documents"],
  ...["replayed_at", "request", "request_datetime", "request_id", "reserved", "reserved_change"],
  ...[
    "reversed_by",
    "reverses",
    "revoked_at",
    "role",
    "rule_id",
    "same_as",
    "scan_id",
    "scan_list",
    "scanned",
    "scanned_at",
    "shelf_short",
    "ship_type",
  ],
  ...["shipments", "shipping_provider", "short", "short_list", "signed_at", "since", "single_price"],
  ...["single_value", "single_weight", "sku", "spend", "standardised_product_id", "started_at", "status"],
  ...["step_price", "step_weight", "sub_status", "suspended_at", "suspension", "tax_party", "time"],
  ...[
    "title",
    "to",
    "total",
    "total_price",
    "tracking_number",
    "transports",
    "type",
    "unit",
    "unit_count",
    "unit_value",
  ],
  ...["until", "update_datetime", "update_time", "updated_at", "valid_from", "value", "wave_id"],
  ...["wave_number", "webhook_id", "weight", "width", "zone"],
]);

/** Fields of single operations of which nothing is kept, although they are plain elsewhere. */
export const MASKED_IN: Partial<Record<OperationId, readonly string[]>> = {
  confirmTotp: ["code"],
  showFactor: ["code"],
  // They may repeat what a cell has.
  listImportRows: ["message"],
  changeImportRow: ["message"],
  changeImportRows: ["message"],
  readImportSummary: ["message", "value"],
  readImportColumns: ["header", "samples"],
  // What an order is compared with may be of a person.
  listRules: ["value"],
  createRule: ["value"],
  updateRule: ["value"],
  tryRules: ["value", "from", "to"],
};
