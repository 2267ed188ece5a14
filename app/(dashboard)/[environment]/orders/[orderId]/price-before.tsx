import { useTranslations } from "next-intl";
import { Money } from "@/components/ui/money";

/** What a cancelled order was to cost. */
export function PriceBefore({ price }: { price: string }) {
  const t = useTranslations("orderPage.strip");
  return t.rich("was", { price: () => <Money key="was" amount={price} /> });
}
