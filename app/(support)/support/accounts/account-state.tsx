import { Ban, CircleCheck, CircleSlash, CreditCard } from "lucide-react";
import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import type { AccountState } from "@/lib/contracts/account";

const LOOKS = {
  ACTIVE: { tone: "ok", icon: CircleCheck },
  SUSPENDED: { tone: "bad", icon: Ban },
  NO_PLAN: { tone: "bad", icon: CreditCard },
  CLOSED: { tone: "neutral", icon: CircleSlash },
} as const;

/** Whether an account can be used, with icon and word. */
export function AccountStateBadge({ state }: { state: AccountState }) {
  const t = useTranslations("support.states");
  const { tone, icon: Icon } = LOOKS[state];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
      {t(state)}
    </Badge>
  );
}
