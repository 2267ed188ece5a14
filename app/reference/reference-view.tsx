"use client";

import { useEffect, useRef, useState } from "react";

type Options = Record<string, unknown>;
type SwaggerUI = ((options: Options) => unknown) & { presets: { apis: unknown } };
type OpenApi = { servers: { url: string }[] };

let loading: Promise<SwaggerUI> | undefined;

function loadSwaggerUI(source: string): Promise<SwaggerUI> {
  loading ??= new Promise<SwaggerUI>((resolve, reject) => {
    const script = document.createElement("script");
    script.src = source;
    script.onload = () => resolve((window as unknown as { SwaggerUIBundle: SwaggerUI }).SwaggerUIBundle);
    script.onerror = () => reject(new Error(`${source} could not be loaded`));
    document.head.append(script);
  }).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** The document with the addresses of this very origin, whatever name the server goes by: others are out of reach here. */
async function readDocument(): Promise<unknown> {
  const answer = await fetch("/v1/openapi.json", { credentials: "omit" });
  if (!answer.ok) throw new Error(`The document could not be read: ${answer.status}`);
  const text = await answer.text();
  const [server] = (JSON.parse(text) as OpenApi).servers;
  const origin = server && new URL(server.url).origin;
  return JSON.parse(origin ? text.replaceAll(origin, window.location.origin) : text);
}

/** swagger-ui has a dark look of its own, switched by a class of the root. */
function followColourScheme(): () => void {
  const root = document.documentElement;
  const system = window.matchMedia("(prefers-color-scheme: dark)");
  const apply = () => {
    const theme = root.dataset.theme;
    root.classList.toggle("dark-mode", theme ? theme === "dark" : system.matches);
  };
  const observer = new MutationObserver(apply);
  observer.observe(root, { attributeFilter: ["data-theme"] });
  system.addEventListener("change", apply);
  apply();
  return () => {
    observer.disconnect();
    system.removeEventListener("change", apply);
    root.classList.remove("dark-mode");
  };
}

/** The reference itself. Requests sent from it carry the token that was entered, never the reader's own sign-in. */
export function ReferenceView({ script }: { script: string }) {
  const frame = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<"loading" | "ready" | "failed">("loading");
  const [attempt, setAttempt] = useState(0);

  useEffect(followColourScheme, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt starts it again
  useEffect(() => {
    let isGone = false;
    setState("loading");
    Promise.all([loadSwaggerUI(script), readDocument()])
      .then(([SwaggerUI, spec]) => {
        if (isGone) return;
        SwaggerUI({
          spec,
          domNode: frame.current,
          presets: [SwaggerUI.presets.apis],
          layout: "BaseLayout",
          deepLinking: true,
          docExpansion: "list",
          defaultModelsExpandDepth: 0,
          defaultModelExpandDepth: 3,
          displayRequestDuration: true,
          filter: false,
          validatorUrl: null,
          requestInterceptor: (request: Options) => ({ ...request, credentials: "omit" }),
          onComplete: () => setState("ready"),
        });
      })
      .catch(() => {
        if (!isGone) setState("failed");
      });
    return () => {
      isGone = true;
    };
  }, [script, attempt]);

  return (
    <>
      {state === "loading" ? <p className="py-6 text-muted">Loading the reference…</p> : null}
      {state === "failed" ? (
        <div role="alert" className="py-6">
          <p className="font-semibold">The reference could not be loaded.</p>
          <p className="mt-1 text-muted">Check the connection, or read the OpenAPI document by the link above.</p>
          <button
            type="button"
            onClick={() => setAttempt((count) => count + 1)}
            className="mt-4 rounded-md bg-accent px-3 py-2 font-semibold text-on-accent hover:bg-accent-strong"
          >
            Try again
          </button>
        </div>
      ) : null}
      <div ref={frame} />
    </>
  );
}
