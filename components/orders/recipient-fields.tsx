"use client";

import { LocalAddress } from "../forms/address-fields";
import { TextField } from "../forms/form-fields";
import { IntlStreet } from "../forms/intl-address-fields";
import { PhoneFields } from "../forms/phone-field";

/** Name, telephone and address of a recipient: what can be corrected of an order that is confirmed. */
export function RecipientFields({ isIntl }: { isIntl: boolean }) {
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <TextField name="recipient.name" required />
      <PhoneFields base="recipient" withPlus={isIntl} />
      {isIntl ? (
        <>
          <IntlStreet side="recipient" required />
          <TextField name="recipient.post_code" kind="code" />
        </>
      ) : (
        <LocalAddress side="recipient" />
      )}
    </div>
  );
}
