import { importAddresses } from "@/server/addresses";
import type { AccountContext } from "@/server/context";
import { PICKUP_POINTS } from "@/server/db/sample/pickup-points";
import { intlSender, localSender, type Shop } from "./orders";
import { FOREIGN_RECIPIENTS, LOCAL_RECIPIENTS, PICKUP_RECIPIENTS, POINTS } from "./parties";

const LABELS: readonly (string | undefined)[] = [
  "VIP",
  "批發",
  undefined,
  "VIP",
  undefined,
  undefined,
  "Café",
  undefined,
];

/** Fills the address book: recipients of the shop's orders, one of them twice, a favourite pickup point, and senders. */
export async function demoAddresses(ctx: AccountContext, shop: Shop): Promise<void> {
  const recipient = (party: Record<string, string>, label?: string) => ({ kind: "recipient" as const, party, label });
  const local = LOCAL_RECIPIENTS.slice(0, LABELS.length).map(([name, mobile, address], nth) =>
    recipient({ name, mobile_prefix: "852", mobile, address }, LABELS[nth]),
  );
  const [name = "", mobile = ""] = PICKUP_RECIPIENTS[0] ?? [];
  const [code] = POINTS[0] ?? [];
  const point = PICKUP_POINTS.find(({ delivery_code }) => delivery_code === code);
  const [first] = local;
  await importAddresses(ctx, {
    address_list: [
      ...local,
      ...FOREIGN_RECIPIENTS.slice(0, 3).map((party) => recipient(party)),
      recipient({ name, mobile_prefix: "852", mobile, address: `${point?.address_zh}^${code}` }, "自取"),
      recipient({ ...first?.party, address: `${first?.party.address ?? ""}（地舖）` }),
      { kind: "sender", party: localSender(shop), label: "尖沙咀" },
      { kind: "sender", party: intlSender(shop), label: undefined },
      {
        kind: "sender",
        party: { ...localSender(shop), name: "Harbour Tea 倉庫", address: "新界葵涌葵昌路 50 號葵昌中心 8 樓 803 室" },
        label: "倉庫",
      },
    ],
  });
}
