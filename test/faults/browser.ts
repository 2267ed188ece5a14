/** A browser, as far as signing in needs one. */
export function browser(url: string) {
  const jar = new Map<string, string>();
  const call = async (path: string, init: RequestInit = {}, headers: Record<string, string> = {}) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await fetch(url + path, {
      ...init,
      redirect: "manual",
      headers: { connection: "close", cookie, "sec-fetch-site": "same-origin", ...headers },
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    return answer;
  };
  return {
    jar,
    /** `in`, or the reason why not; and the cookies that were set. */
    async signIn(email: string, password: string, headers: Record<string, string> = {}) {
      const begun = await call("/api/auth/csrf");
      const { csrfToken } = (await begun.json()) as { csrfToken: string };
      const body = new URLSearchParams({ email, password, csrfToken, json: "true" });
      const answer = await call("/api/auth/callback/credentials", { method: "POST", body }, headers);
      const { url: to } = (await answer.json()) as { url: string };
      return {
        outcome: answer.status === 200 ? "in" : new URL(to).searchParams.get("error"),
        status: answer.status,
        retryAfter: Number(answer.headers.get("retry-after")),
        cookies: [begun, answer].flatMap(({ headers: set }) => set.getSetCookie()),
      };
    },
    /** One of many that sign in at once, with the CSRF token that the browser has. */
    async crowd(email: string, headers: Record<string, string>) {
      const [csrfToken = ""] = decodeURIComponent(jar.get("sampan-csrf") ?? "").split("|");
      const body = new URLSearchParams({ email, password: "a guess", csrfToken, json: "true" });
      const answer = await call("/api/auth/callback/credentials", { method: "POST", body }, headers);
      await answer.arrayBuffer();
      const { status } = answer;
      return {
        status,
        retryAfter: answer.headers.get("retry-after"),
        nosniff: answer.headers.get("x-content-type-options"),
      };
    },
    me: async () => (await call("/v1/me")).status,
    next: async () => (await call("/readyz")).json() as Promise<{ proxy?: string }>,
  };
}
