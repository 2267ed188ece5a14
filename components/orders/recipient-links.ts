import { digitsOf, shownPhone } from "@/lib/addresses/phone";
import type { OrderRecord } from "@/lib/contracts/order";
import { recipientMessage } from "@/lib/orders/recipient-message";
import { useWorkspace } from "../environment";

/** A message to an order's recipient, and the addresses that begin it in WhatsApp and as an e-mail. */
export type RecipientLinks = { text: string; whatsApp: string; mail: string | null };

/** The message to the person who waits for an order's parcel; null: there is nothing to say, or no telephone or e-mail. */
export function useRecipientLinks(): (order: OrderRecord) => RecipientLinks | null {
  const { trackUrl } = useWorkspace();
  return ({ recipient, sender, tracking_number, order_status }) => {
    const shop = ("company_name" in sender && sender.company_name) || sender.name;
    // Erased orders have neither.
    if (!tracking_number || !trackUrl || !recipient.name || !shop) return null;
    const message = recipientMessage(recipient.name, order_status, { shop, url: trackUrl + tracking_number });
    if (!message) return null;
    const number = digitsOf(shownPhone(recipient));
    const text = encodeURIComponent(message.text);
    return {
      text: message.text,
      whatsApp: `https://wa.me/${number}?text=${text}`,
      mail: recipient.email
        ? `mailto:${encodeURIComponent(recipient.email)}?subject=${encodeURIComponent(message.subject)}&body=${text}`
        : null,
    };
  };
}
