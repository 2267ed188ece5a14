"use client";

import { useRef, useState } from "react";
import type { Where } from "@/lib/api-client";
import type { Proof } from "@/lib/contracts/security";
import { ConfirmDialog } from "../ui/alert-dialog";
import { useFailureToast } from "../ui/failure-toast";
import { ProofFields } from "./proof-fields";
import { type Wrong, wrongFields } from "./wrong-fields";

/** Asks for the password, or a passkey, before something that changes how the person signs in. */
export function ProofQuestion({
  title,
  means,
  button,
  isDangerous = false,
  where,
  onProof,
  onClose,
}: {
  title: string;
  means: string;
  button: string;
  isDangerous?: boolean;
  where: Where;
  /** A refusal at `password` or `credential` is shown there. */
  onProof: (proof: Proof) => Promise<void>;
  onClose: () => void;
}) {
  const showFailure = useFailureToast();
  const password = useRef<HTMLInputElement>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [wrong, setWrong] = useState<Wrong>({});

  /** Rejects when it was refused, so that the question stays open; the person has been told. */
  async function give(proof: Proof) {
    setWrong({});
    try {
      await onProof(proof);
    } catch (error) {
      const refused = wrongFields(error);
      setWrong(refused);
      if (refused.password !== undefined) password.current?.select();
      else if (refused.credential === undefined) showFailure(error);
      throw error;
    }
  }

  async function giveSigned(sign: () => Promise<Proof | null>) {
    setIsBusy(true);
    const proof = await sign().catch(showFailure);
    if (proof) await give(proof).then(onClose, () => undefined);
    setIsBusy(false);
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}
      tone={isDangerous ? "danger" : "normal"}
      title={title}
      description={means}
      confirmLabel={button}
      confirmDisabled={isBusy}
      onConfirm={() => give({ password: password.current?.value ?? "" })}
    >
      <ProofFields
        where={where}
        wrong={wrong}
        isBusy={isBusy}
        password={password}
        onPasskey={(sign) => void giveSigned(sign)}
      />
    </ConfirmDialog>
  );
}
