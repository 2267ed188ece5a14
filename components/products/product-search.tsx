"use client";

import { ScanBarcode, Search } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { usePlace } from "@/components/environment";
import { SearchField } from "@/components/lists/search-field";
import type { TypedSearch } from "@/components/lists/use-typed-search";
import { call } from "@/lib/api-client";
import { useProductPlace } from "./product-place";

/** The search of products. Enter, as a scanner sends it, opens the product of a whole code. */
export function ProductSearch(props: Omit<TypedSearch, "open"> & { className: string }) {
  const t = useTranslations("products.search");
  const { where } = usePlace();
  const { isWarehouse, product } = useProductPlace();
  const router = useRouter();

  async function openByCode(code: string): Promise<boolean> {
    const { data } = await call("listProducts", { code, limit: "2" }, where);
    const found = data.find(({ bar_code_eid }) => bar_code_eid === code) ?? data[0];
    if (found) router.push(product(found.product_id));
    return found !== undefined;
  }

  return (
    <SearchField
      {...props}
      label={t(isWarehouse ? "scan" : "label")}
      placeholder={t("placeholder")}
      icon={isWarehouse ? ScanBarcode : Search}
      isFirst={isWarehouse}
      open={(text) => (text !== "" && text.length <= 100 ? openByCode(text) : null)}
    />
  );
}
