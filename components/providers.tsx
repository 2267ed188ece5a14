"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { ThemeProvider } from "next-themes";
import { type ReactNode, useState } from "react";
import { ApiFailure } from "@/lib/api-client";

function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // A refusal does not change by asking again; a lost connection may come back.
        retry: (count, error) =>
          count < 2 && (!(error instanceof ApiFailure) || error.kind === "network" || error.status === 503),
      },
      // Without a network it fails at once, and says so.
      mutations: { retry: false, networkMode: "always" },
    },
  });
}

/** What every page needs: theme and server state. */
export function Providers({ nonce, children }: { nonce: string | undefined; children: ReactNode }) {
  const [client] = useState(newQueryClient);
  return (
    <ThemeProvider
      attribute="data-theme"
      defaultTheme="system"
      enableSystem
      disableTransitionOnChange
      // The style sheet sets it, differently for print.
      enableColorScheme={false}
      storageKey="sampan-theme"
      {...(nonce === undefined ? {} : { nonce })}
    >
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </ThemeProvider>
  );
}
