"use client";

import { type FormEvent, type ReactNode, useState } from "react";
import { API_BASE } from "@/lib/environment";

type Props = { onToken: (token: string) => void; onForget: () => void };

const BUTTON = "rounded-md bg-accent px-3 py-2 font-semibold text-on-accent hover:bg-accent-strong disabled:opacity-60";
const INPUT = "mt-1 block h-9 w-full rounded-md border border-control bg-surface px-2 font-mono text-sm text-text";

function Field({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child
    <label className="block text-sm font-semibold">
      {label}
      {children}
    </label>
  );
}

async function fetchToken(id: string, secret: string): Promise<string> {
  const answer = await fetch(`${API_BASE.testing}/oauth/token`, {
    method: "POST",
    credentials: "omit",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ grant_type: "client_credentials", client_id: id, client_secret: secret }),
  });
  const body = (await answer.json()) as { access_token?: string; error_description?: string };
  if (!body.access_token) throw new Error(body.error_description ?? `The service answered ${answer.status}.`);
  return body.access_token;
}

/** Two ways to a token: the client's id and secret, or one that is pasted. */
function TokenForms({
  onToken,
  onProblem,
}: {
  onToken: (token: string) => void;
  onProblem: (problem: string) => void;
}) {
  const [isBusy, setBusy] = useState(false);

  function takePasted(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const value = String(new FormData(event.currentTarget).get("token")).trim();
    if (value) onToken(value);
    else onProblem("Paste an access token first.");
  }

  async function exchange(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    setBusy(true);
    try {
      onToken(await fetchToken(String(fields.get("client_id")).trim(), String(fields.get("client_secret")).trim()));
    } catch (error) {
      onProblem(error instanceof Error ? error.message : "The token could not be had.");
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="mt-4 grid gap-6 md:grid-cols-2">
      <form onSubmit={exchange} className="space-y-3" autoComplete="off">
        <Field label="Client id">
          <input type="text" name="client_id" required spellCheck={false} className={INPUT} />
        </Field>
        <Field label="Client secret">
          <input name="client_secret" type="password" required autoComplete="off" className={INPUT} />
        </Field>
        <button type="submit" disabled={isBusy} className={BUTTON}>
          Get a token
        </button>
      </form>
      <form onSubmit={takePasted} className="space-y-3" autoComplete="off">
        <Field label="Access token">
          <input type="text" name="token" spellCheck={false} className={INPUT} />
        </Field>
        <button type="submit" className="rounded-md border border-control px-3 py-2 font-semibold hover:bg-accent-tint">
          Authorize
        </button>
      </form>
    </div>
  );
}

/** Authorizes requests from the page: a token, or the client id and secret of the testing environment. */
export function AccessPanel({ onToken, onForget }: Props) {
  const [token, setToken] = useState<string>();
  const [problem, setProblem] = useState<string>();

  function take(value: string) {
    setProblem(undefined);
    setToken(value);
    onToken(value);
  }

  return (
    <section
      id="try-it"
      aria-labelledby="try-it-title"
      className="my-10 scroll-mt-4 rounded-lg border border-line bg-surface p-4 sm:p-6"
    >
      <h2 id="try-it-title" className="flex flex-wrap items-center gap-2 text-base font-semibold">
        Try it out
        <span className="rounded-sm bg-testing px-2 text-xs font-semibold text-on-testing">Testing</span>
      </h2>
      <p className="mt-1 max-w-prose text-muted">
        Requests from this page go to the testing environment: nothing is shipped or charged. The token is kept only in
        this page and forgotten when it closes.
      </p>
      {token ? (
        <p className="mt-4 flex flex-wrap items-center gap-3" role="status">
          <span>
            Authorized with <code className="font-mono">…{token.slice(-6)}</code>
          </span>
          <button
            type="button"
            className="rounded-md border border-control px-3 py-2 font-semibold hover:bg-accent-tint"
            onClick={() => {
              setToken(undefined);
              onForget();
            }}
          >
            Forget the token
          </button>
        </p>
      ) : (
        <TokenForms onToken={take} onProblem={setProblem} />
      )}
      {problem ? (
        <p role="alert" className="mt-3 rounded-md bg-bad-tint px-3 py-2 text-bad">
          {problem}
        </p>
      ) : null}
    </section>
  );
}
