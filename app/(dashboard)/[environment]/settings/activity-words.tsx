import { useTranslations } from "next-intl";
import { usePlace } from "@/components/environment";
import { Badge } from "@/components/ui/badge";
import type { ActivityRow } from "@/lib/contracts/audit";
import { OPERATIONS, type OperationId } from "@/lib/operations";
import { isLook } from "@/lib/rights";

/** Whether somebody only looked, at a page too. */
function isLooking(operation: string): boolean {
  return operation === "page" || (operation in OPERATIONS && isLook(operation as OperationId));
}

/** One row of the activity as a sentence: who did what with which thing. */
export function ActivitySentence({ row }: { row: ActivityRow }) {
  const t = useTranslations("settings.activity");
  const { environment } = usePlace();
  const { by, object, operation, outcome, count } = row;
  const name = by.kind === "person" || by.kind === "client" ? (by.name ?? by.id ?? "") : t(`by.${by.kind}`);
  const thing = object?.name ?? (object?.kind === "order" ? object.id : null);
  const isAboutPerson = object?.kind === "person" || object?.kind === "invitation";
  const nameless = isAboutPerson ? t("somebody") : (object?.id ?? "");
  const what = object?.kind === "order" && thing ? t("order", { name: thing }) : (thing ?? nameless);
  const values = { who: () => <b className="font-semibold">{name}</b>, what, count };
  // An operation that has no sentence of its own looks or works.
  const did = `did.${operation}` as "did.signIn";
  const isRefused = outcome !== "ok" && operation !== "signIn";
  const sentence = () => {
    if (operation === "signIn" && outcome !== "ok") return t.rich("did.signInFailed", values);
    if (isRefused && !object) return t.rich("did.refusedSomething", values);
    if (t.has(did)) return t.rich(did, values);
    if (isLooking(operation)) return t.rich(thing ? "did.look" : "did.lookAround", values);
    return t.rich(thing ? "did.change" : "did.changeSomething", values);
  };
  const isElsewhere =
    row.environment !== environment && object !== null && ["order", "client", "endpoint"].includes(object.kind);
  return (
    <span className="min-w-0 break-words">
      {sentence()}
      {isRefused ? <Badge className="ml-2">{t("refused")}</Badge> : null}
      {isElsewhere ? <Badge className="ml-2">{t(`environments.${row.environment}`)}</Badge> : null}
    </span>
  );
}
