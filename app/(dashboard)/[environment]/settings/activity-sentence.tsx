import { useTranslations } from "next-intl";
import { useWorkspace } from "@/components/environment";
import { Badge } from "@/components/ui/badge";
import type { ActivityRow } from "@/lib/contracts/audit";
import { OPERATIONS, type OperationId } from "@/lib/operations";
import { isReadOnly } from "@/lib/rights";

/** Whether the person only looked, also at a page. */
function isLooking(operation: string): boolean {
  return operation === "page" || (operation in OPERATIONS && isReadOnly(operation as OperationId));
}

type NavId = Parameters<ReturnType<typeof useTranslations<"shell.nav">>>[0];
/** What the pages that have no name of their own are called, by their first steps. */
const PAGES: Readonly<Record<string, NavId>> = {
  "": "home",
  ...{ orders: "orders", dispatch: "dispatch", rates: "rates", "pick-pack": "pickPack", products: "products" },
  ...{ addresses: "addresses", items: "items", webhooks: "webhooks", notifications: "notifications" },
  ...{ developers: "developers", "developers/clients": "clients", "developers/requests": "requests" },
  ...{ "developers/events": "events", settings: "settings", "settings/people": "people" },
  ...{ "settings/security": "security", "settings/defaults": "defaults", "settings/notifications": "noticeSettings" },
  ...{ "settings/statements": "statements", "settings/activity": "activity" },
};

/** The name of a page that the person looked at; null: it has none. */
function usePageName(): (path: string) => string | null {
  const t = useTranslations("settings.activity");
  const tNav = useTranslations("shell.nav");
  return (path) => {
    const steps = path.split("/").slice(2);
    const id = PAGES[steps.slice(0, 2).join("/")] ?? PAGES[steps[0] ?? ""];
    if (steps[0] === "orders" && /^\d{14,15}$/.test(steps[1] ?? "")) return t("order", { name: steps[1] ?? "" });
    return id ? t("page", { name: tNav(id) }) : null;
  };
}

/** One row of the activity as a sentence: who did what with which thing, and why support did. */
export function ActivitySentence({ row }: { row: ActivityRow }) {
  const t = useTranslations("settings.activity");
  const { environment } = useWorkspace();
  const { by, object, operation, outcome, count } = row;
  const name = by.kind === "person" || by.kind === "client" ? (by.name ?? by.id ?? "") : t(`by.${by.kind}`);
  const page = usePageName();
  const isOrder = object?.kind === "order";
  const thing = object?.kind === "page" ? page(object.id) : (object?.name ?? (isOrder ? object.id : null));
  const isAboutPerson = object?.kind === "person" || object?.kind === "invitation";
  const nameless = isAboutPerson ? t("somebody") : (object?.id ?? "");
  const what = isOrder && thing ? t("order", { name: thing }) : (thing ?? nameless);
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
      {row.reason ? <span className="text-muted"> · {t(`reasons.${row.reason}`)}</span> : null}
      {isRefused ? <Badge className="ml-2">{t("refused")}</Badge> : null}
      {isElsewhere ? <Badge className="ml-2">{t(`environments.${row.environment}`)}</Badge> : null}
    </span>
  );
}
