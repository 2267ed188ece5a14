import { useTranslations } from "next-intl";
import type { RuleSet } from "@/lib/contracts/shipping-rule";
import type { ListProvider } from "@/lib/lists/list-provider";

const SIGNATURES = ["N", "O", "A"] as const;

/** What rules do to orders in words, one by one. */
export function useRuleEffects(providers: readonly ListProvider[]): (set: RuleSet) => string[] {
  const t = useTranslations("ruleWords");
  return function doesOf(set) {
    const { shipping_provider, choose, parcel, options = {}, tag, hold } = set;
    const service = providers.find(({ code }) => code === shipping_provider)?.name ?? shipping_provider;
    const signature = SIGNATURES.find((each) => each === options.recipient_signature);
    return [
      service && t("does.service", { service }),
      choose && t(`does.${choose}`),
      parcel && t("does.box", { sides: [parcel.length, parcel.width, parcel.height].join(" × ") }),
      options.delivery_proof && t(`does.proof.${options.delivery_proof}`),
      options.tax_party && t(`does.duties.${options.tax_party}`),
      signature && t(`does.signature.${signature}`),
      options.ioss_number && t("does.ioss", { number: options.ioss_number }),
      options.courier_account_number && t("does.account", { number: options.courier_account_number }),
      tag && t("does.tag", { tag }),
      hold && t("does.hold", { reason: hold }),
    ].filter((each) => typeof each === "string" && each !== "") as string[];
  };
}
