/** The webhooks of an order that its timeline shows: the input of `listSentEvents`. */
export function webhooksOf(orderId: string) {
  return { q: orderId, limit: "20" };
}
