import type { OperationId } from "@/lib/operations";

/** What the request log writes in the place of a secret. */
export const HIDDEN = "***";

/** Fields of which nothing is kept, whatever they contain: secrets, files, and what others sent us. */
export const SECRET: ReadonlySet<string> = new Set([
  ...["client_secret", "secret", "secret_hint", "password", "current_password", "token", "access_token", "auth_header"],
  ...["recovery_codes", "qr", "uri", "content", "request_headers", "response_headers", "response_head"],
]);

/** Personal data, of which the shape is kept: the content of these fields, as text or as a number. */
export const PERSONAL: ReadonlySet<string> = new Set([
  ...[
    "name",
    "company_name",
    "customer_name",
    "recipient_name",
    "recipient_city",
    "recipient_district",
    "label",
    "email",
    "phone",
    "mobile",
    "user_agent",
  ],
  ...["text", "company", "postal_code", "rest"],
  ...["address", "address_line_2", "address_line_3", "city", "post_code", "warehouse_location"],
  ...["remarks", "client_remarks", "consignment_remarks", "item_remarks", "cancel_remarks", "note", "description"],
  ...[
    "cancel_declined_remarks",
    "cancel_reason",
    "reject_reason",
    "error_detail",
    "body",
    "url",
    "proof_of_delivery_url",
  ],
  ...["by", "packed_by", "picked_by", "created_by", "invited_by", "delivered_to", "courier_account_number"],
  ...["tax_code", "eori_number", "ioss_number"],
  ...["manufacturer", "records_keeper", "testing_laboratory"].flatMap((who) =>
    ["address", "email", "name", "phone"].map((what) => `${who}_${what}`),
  ),
]);

/** Personal data of one operation, in fields that say something else elsewhere. */
export const PERSONAL_IN: Partial<Record<OperationId, readonly string[]>> = {
  parseAddress: ["state"],
  signHandOver: ["signature"],
};
