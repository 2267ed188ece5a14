import { screen } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { Party } from "@/app/(dashboard)/[environment]/orders/[orderId]/party";
import { localExample } from "@/lib/contracts/examples";
import type { OrderRecord } from "@/lib/contracts/order";
import { answerAsUsual, answers, showInPlace } from "../orders/orders-frame";

beforeEach(answerAsUsual);

const point = (delivery_code: string, name: string) => ({
  delivery_code,
  name_en: name,
  name_zh: `${name}（中文）`,
  address_en: "Shop 5, 88 Argyle Street",
  address_zh: "亞皆老街 88 號 5 號舖",
  opening_hours: "08:00–23:00",
});
const recipient = { ...localExample.recipient, delivery_code: "MK01" } as unknown as OrderRecord["recipient"];

it.each([
  ["en", ["Mong Kok Station", "Shop 5, 88 Argyle Street", "Open 08:00–23:00"]],
  ["zh-Hant", ["Mong Kok Station（中文）", "亞皆老街 88 號 5 號舖", "營業時間：08:00–23:00"]],
] as const)(
  "shows the name, the address and the hours of the recipient's pickup point: %s",
  async (language, words) => {
    const pagination = { total: 2, page: 1, per_page: 20, total_pages: 1 };
    const data = [point("MK011", "Another"), point("MK01", "Mong Kok Station")];
    answers.push(["/pickup-points", { body: { data, pagination } }]);
    showInPlace(<Party side="recipient" party={recipient} country={null} provider="LOCAL_POINT" />, language);
    expect(screen.getByText(/MK01$/)).toBeVisible();
    for (const word of words) expect(await screen.findByText(word)).toBeVisible();
    expect(screen.queryByText(/Another/)).not.toBeInTheDocument();
  },
);
