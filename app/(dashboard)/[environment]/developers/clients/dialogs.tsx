"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmOperation } from "@/components/confirm-operation";
import { ContractForm, useContractForm } from "@/components/forms/contract-form";
import { AreaField, TextField } from "@/components/forms/form-fields";
import { RollSecretDialog } from "@/components/roll-secret-dialog";
import { SecretOnce } from "@/components/secret-once";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { useOperation } from "@/components/use-operation";
import type { CallResult } from "@/lib/api-client";
import type { ApiClient } from "@/lib/contracts/client";
import type { ErrorEntry } from "@/lib/errors";

type Made = Pick<CallResult<"createClient">, "client_id" | "client_secret">;

/** Id and secret of a client, for the one time that the secret is shown. */
function Secret({ made: { client_id: id, client_secret: secret }, next }: { made: Made; next: string }) {
  const t = useTranslations("developers.clients.secret");
  return (
    <SecretOnce secret={secret} labels={{ title: t("title"), once: t("once"), copy: t("copy") }}>
      <p>
        {t("id")} <code className="font-mono text-xs break-all">{id}</code>
      </p>
      <p className="text-muted">{next}</p>
    </SecretOnce>
  );
}

type Values = { name: string; allow_list: string };

/** All lines of a list are in one field. */
const ofWhole = ({ pointer }: ErrorEntry) => ({ name: pointer.split("/")[1] ?? "", type: "server" });

/** Names a client and limits it to addresses: a new one (`client` null), whose secret is then shown, or one that there is. */
export function ClientDialog({ client, onClose }: { client: ApiClient | null; onClose: () => void }) {
  const t = useTranslations("developers.clients");
  const tUi = useTranslations("ui");
  const create = useOperation("createClient");
  const update = useOperation("updateClient");
  const [made, setMade] = useState<Made | null>(null);
  const kind = client ? "rename" : "new";
  const [before] = useState({ name: client?.name ?? "", allow_list: client?.allow_list?.join("\n") ?? "" });
  const state = useContractForm<Values>({
    initial: before,
    judge: ({ name }) => (name.trim() ? [] : [{ field: "name", message: t("nameMissing") }]),
  });

  async function send({ name, allow_list: lines }: Values) {
    const allow_list = lines.split(/[\s,]+/).filter(Boolean);
    if (client) {
      // What another person changes meanwhile stays.
      const change = {
        ...(name !== before.name && { name }),
        ...(lines !== before.allow_list && { allow_list }),
      };
      await update.send({ client_id: client.client_id, ...change }, { done: t("rename.done") });
      onClose();
    } else await create.send({ name, ...(allow_list.length > 0 && { allow_list }) }, { onDone: setMade });
  }

  // Once the secret is shown, a click outside the dialog must not lose it.
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && !state.isBusy && !made && onClose()}>
      <DialogContent
        title={t(`${kind}.title`)}
        description={made ? undefined : t(`${kind}.about`)}
        closeHidden={made !== null}
        footer={
          made ? (
            <Button variant="primary" onClick={onClose}>
              {t("secret.kept")}
            </Button>
          ) : (
            <>
              <Button disabled={state.isBusy} onClick={onClose}>
                {tUi("cancel")}
              </Button>
              <Button variant="primary" type="submit" form="client-name" loading={state.isBusy}>
                {t(`${kind}.confirm`)}
              </Button>
            </>
          )
        }
      >
        {made ? (
          <Secret made={made} next={t("secret.next")} />
        ) : (
          <ContractForm id="client-name" state={state} onSend={send} fieldOf={ofWhole}>
            <TextField name="name" title={t("name")} hint={t("nameHint")} limit={60} />
            <AreaField name="allow_list" title={t("addresses")} hint={t("addressesHint")} rows={3} />
          </ContractForm>
        )}
      </DialogContent>
    </Dialog>
  );
}

/** Makes a new secret, with or without a day in which both work; shows it once. */
export function RollDialog({ client, onClose }: { client: ApiClient; onClose: () => void }) {
  const t = useTranslations("developers.clients.roll");
  const tSecret = useTranslations("developers.clients.secret");
  const { attempt } = useOperation("rollClient");
  const roll = async (overlap_hours: number) => {
    const made = await attempt({ client_id: client.client_id, overlap_hours });
    return made && ((next: string) => <Secret made={made} next={next} />);
  };
  return (
    <RollSecretDialog
      title={t("title", { name: client.name || client.client_id })}
      kept={tSecret("kept")}
      labelOf={t}
      roll={roll}
      onClose={onClose}
    />
  );
}

/** Asks before a client is ended for good. */
export function RevokeDialog({ client, onClose }: { client: ApiClient; onClose: () => void }) {
  const t = useTranslations("developers.clients.revoke");
  return (
    <ConfirmOperation
      operation="revokeClient"
      input={{ client_id: client.client_id }}
      tone="danger"
      title={t("title", { name: client.name || client.client_id })}
      description={t("means")}
      confirmLabel={t("confirm")}
      done={t("done")}
      onClose={onClose}
    />
  );
}
