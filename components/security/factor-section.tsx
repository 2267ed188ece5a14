"use client";

import { useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { call, queryFor, type Where } from "@/lib/api-client";
import type { FactorRow, NewTotp } from "@/lib/contracts/security";
import { ALL_ROWS } from "@/lib/lists/pagination";
import { useOffersPasskeys } from "../auth/use-offers-passkeys";
import { Button } from "../ui/button";
import { DateTime } from "../ui/date-time";
import { ErrorState } from "../ui/error-state";
import { Facts, Section } from "../ui/section";
import { useOperation, useReadAgain } from "../use-operation";
import { CodesDialog } from "./codes-dialog";
import { PasskeyDialog } from "./passkey-dialog";
import { ProofQuestion } from "./proof-question";
import { TotpDialog } from "./totp-dialog";

type Asking = { kind: "newTotp" } | { kind: "passkey" } | { kind: "codes" } | FactorToRemove;
type FactorToRemove = { kind: "remove"; factor: FactorRow };

/** The person's second factors: passkeys, an authenticator app, and recovery codes. */
export function FactorSection({ where }: { where: Where }) {
  const t = useTranslations("settings.security");
  const readAgain = useReadAgain();
  const newCodes = useOperation("createRecoveryCodes", where);
  const { data, error, refetch } = useQuery(queryFor("listFactors", ALL_ROWS, where));
  const [asking, setAsking] = useState<Asking | null>(null);
  const [totp, setTotp] = useState<NewTotp | null>(null);
  const [codes, setCodes] = useState<readonly string[]>([]);
  const close = () => setAsking(null);

  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  const factors = data?.data ?? [];
  const remove = (factor: FactorRow) => setAsking({ kind: "remove", factor });
  return (
    <>
      <Passkeys
        rows={data && factors.filter(({ kind }) => kind === "passkey")}
        onAdd={() => setAsking({ kind: "passkey" })}
        onRemove={remove}
      />
      <AuthenticatorApp factors={data && factors} onSetUp={() => setAsking({ kind: "newTotp" })} onRemove={remove} />
      {factors[0] ? (
        <Section
          title={t("codes.section")}
          description={t("codes.about")}
          actions={<Button onClick={() => setAsking({ kind: "codes" })}>{t("codes.new")}</Button>}
        >
          <Facts items={[{ name: t("codes.left"), value: factors[0].recovery_codes_left }]} />
        </Section>
      ) : null}
      {asking?.kind === "newTotp" ? (
        <ProofQuestion
          title={t("factor.setUp")}
          means={t("proofFirst")}
          button={t("passkeys.goOn")}
          where={where}
          onProof={async (proof) => setTotp(await call("createTotp", proof, where))}
          onClose={close}
        />
      ) : null}
      {totp ? (
        <TotpDialog
          totp={totp}
          where={where}
          onConfirmed={(made) => {
            setTotp(null);
            setCodes(made);
          }}
          onClose={() => setTotp(null)}
        />
      ) : null}
      {asking?.kind === "passkey" ? (
        <PasskeyDialog
          where={where}
          onAdded={(made) => {
            close();
            setCodes(made);
            void readAgain("createPasskey");
          }}
          onClose={close}
        />
      ) : null}
      {asking?.kind === "remove" ? (
        <RemoveDialog factor={asking.factor} isLast={factors.length === 1} where={where} onClose={close} />
      ) : null}
      {asking?.kind === "codes" ? (
        <ProofQuestion
          title={t("codes.askTitle")}
          means={t("codes.means")}
          button={t("codes.make")}
          where={where}
          onProof={async (proof) => {
            await newCodes.send(proof, { onDone: ({ recovery_codes }) => setCodes(recovery_codes) });
          }}
          onClose={close}
        />
      ) : null}
      {codes.length > 0 ? <CodesDialog codes={codes} onClose={() => setCodes([])} /> : null}
    </>
  );
}

/** The person's passkeys; undefined while they are being read. */
function Passkeys({
  rows,
  onAdd,
  onRemove,
}: {
  rows: readonly FactorRow[] | undefined;
  onAdd: () => void;
  onRemove: (factor: FactorRow) => void;
}) {
  const t = useTranslations("settings.security");
  const offersPasskeys = useOffersPasskeys();
  return (
    <Section
      title={t("passkeys.title")}
      description={t("passkeys.about")}
      flush={rows !== undefined && rows.length > 0}
      actions={
        offersPasskeys ? (
          <Button disabled={!rows} onClick={onAdd}>
            {t("passkeys.add")}
          </Button>
        ) : null
      }
    >
      {rows && rows.length > 0 ? (
        <ul className="divide-y divide-line">
          {rows.map((passkey) => (
            <PasskeyItem key={passkey.id} passkey={passkey} onRemove={() => onRemove(passkey)} />
          ))}
        </ul>
      ) : (
        <p className="text-muted">{t(offersPasskeys ? "passkeys.none" : "passkeys.notHere")}</p>
      )}
    </Section>
  );
}

/** The person's authenticator app, or how to set one up. */
function AuthenticatorApp({
  factors,
  onSetUp,
  onRemove,
}: {
  factors: readonly FactorRow[] | undefined;
  onSetUp: () => void;
  onRemove: (factor: FactorRow) => void;
}) {
  const t = useTranslations("settings.security");
  const app = factors?.find(({ kind }) => kind === "totp");
  const hasPasskeys = factors?.some(({ kind }) => kind === "passkey");

  return (
    <Section
      title={t("factor.title")}
      description={t("factor.about")}
      actions={
        app ? (
          <Button variant="danger" onClick={() => onRemove(app)}>
            {t("factor.remove")}
          </Button>
        ) : null
      }
    >
      {app ? (
        <Facts
          items={[
            { name: t("factor.since"), value: <DateTime value={app.created_at} /> },
            {
              name: t("factor.lastUsed"),
              value: app.last_used_at ? <DateTime value={app.last_used_at} /> : t("factor.notYet"),
            },
          ]}
        />
      ) : (
        <div className="flex flex-col items-start gap-3">
          <p className="text-muted">{t(hasPasskeys ? "factor.passkeysToo" : "factor.none")}</p>
          <Button variant={hasPasskeys ? "secondary" : "primary"} disabled={!factors} onClick={onSetUp}>
            {t("factor.setUp")}
          </Button>
        </div>
      )}
    </Section>
  );
}

function PasskeyItem({ passkey, onRemove }: { passkey: FactorRow; onRemove: () => void }) {
  const t = useTranslations("settings.security");
  const { name, created_at, last_used_at } = passkey;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0">
        <p className="flex items-center gap-2 font-semibold">
          <KeyRound aria-hidden="true" className="size-4 shrink-0 text-accent" />
          <span className="[overflow-wrap:anywhere]">{name}</span>
        </p>
        <p className="text-xs text-muted">
          {t("passkeys.added")} <DateTime value={created_at} /> ·{" "}
          {last_used_at ? (
            <>
              {t("passkeys.used")} <DateTime value={last_used_at} />
            </>
          ) : (
            t("passkeys.notUsed")
          )}
        </p>
      </div>
      <Button size="sm" aria-label={t("passkeys.removeOne", { name: name ?? "" })} onClick={onRemove}>
        {t("factor.remove")}
      </Button>
    </li>
  );
}

/** Asks for the password, or a passkey, before a second factor is removed. */
function RemoveDialog({
  factor,
  isLast,
  where,
  onClose,
}: {
  factor: FactorRow;
  isLast: boolean;
  where: Where;
  onClose: () => void;
}) {
  const t = useTranslations("settings.security.remove");
  const { send } = useOperation("deleteFactor", where);
  const { kind, name } = factor;
  return (
    <ProofQuestion
      title={t(`${kind}.title`, { name: name ?? "" })}
      means={isLast ? t("meansLast") : t(`${kind}.means`)}
      button={t(`${kind}.button`)}
      isDangerous
      where={where}
      onProof={async (proof) => {
        await send({ id: factor.id, ...proof }, { done: t(`${kind}.done`, { name: name ?? "" }) });
      }}
      onClose={onClose}
    />
  );
}
