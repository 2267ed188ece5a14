import { lookup, Resolver } from "node:dns/promises";
import { connect, createSecureContext, type TLSSocket } from "node:tls";
import { hostOf, isAllowedHost, isPublicAddress } from "@/lib/public-address";
import { Failure, type Phases, since } from "./failure";

/** If a name has more addresses than this, the rest are checked but not tried. */
const MAX_ADDRESSES = 4;

type Target = {
  url: URL;
  host: string;
  literal: boolean;
  /** Allowed by the settings: resolved by the machine's own lookup, and not checked. */
  allowed: boolean;
};

export type ConnectorOptions = {
  /** `host:port`, as `URL` writes them. */
  allowedHosts: readonly string[];
  /** Certificate authorities used instead of the well-known ones. */
  ca?: string | string[];
  /** Name servers (`address:port`) used instead of the machine's. */
  nameServers?: readonly string[];
  dnsMs: number;
  connectMs: number;
};

/** Opens TLS connections to receivers, only at public addresses (contract §15.2). */
export class Connector {
  private readonly resolver: Resolver;
  // Created once, because each one reads all the well-known authorities.
  private readonly secureContext;

  constructor(private readonly options: ConnectorOptions) {
    this.resolver = new Resolver({ timeout: Math.ceil(options.dnsMs / 4), tries: 3 });
    if (options.nameServers) this.resolver.setServers(options.nameServers);
    this.secureContext = createSecureContext({ ca: options.ca });
  }

  /**
   * Resolves the host, checks all its addresses, and connects to one of them. Fills in the phases as they end. Throws
   * `Failure`, or the signal's reason.
   */
  async connect(url: URL, phases: Phases, signal: AbortSignal): Promise<TLSSocket> {
    const target = { url, ...hostOf(url), allowed: isAllowedHost(url, this.options.allowedHosts) };
    const addresses = target.literal ? [target.host] : await this.resolve(target, phases, signal);
    if (!target.allowed && !addresses.every(isPublicAddress)) throw blockedFailure();

    const startedAt = performance.now();
    const tried = addresses.slice(0, MAX_ADDRESSES);
    let failure: unknown;
    for (const [index, address] of tried.entries()) {
      const left = this.options.connectMs - (performance.now() - startedAt);
      try {
        return await this.open(target, address, { startedAt, tcpMs: left / (tried.length - index) }, phases, signal);
      } catch (error) {
        failure = error;
        // Once an address has accepted the connection, a failure is the receiver's and another address would not help.
        if (phases.connect_ms !== null || signal.aborted) break;
      }
    }
    throw failure;
  }

  private async resolve({ host, allowed }: Target, phases: Phases, signal: AbortSignal): Promise<string[]> {
    const startedAt = performance.now();
    // The machine's own lookup shares a few threads with password hashing, so merchants' hosts must not use it.
    const queries = allowed
      ? [lookup(host, { all: true }).then((found) => found.map(({ address }) => address))]
      : [this.resolver.resolve4(host), this.resolver.resolve6(host)];
    const late = new Failure("dns", `The name was not resolved within ${seconds(this.options.dnsMs)}.`);
    const answers = await Promise.allSettled(queries.map((query) => within(query, this.options.dnsMs, late, signal)));
    signal.throwIfAborted();
    phases.dns_ms = since(startedAt);

    const addresses = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    if (addresses.length > 0) return addresses;
    const reasons = answers.flatMap((answer) => (answer.status === "rejected" ? [answer.reason] : []));
    throw reasons.find((reason) => reason instanceof Failure) ?? unresolvedFailure(reasons.map(codeOf));
  }

  private open(
    { url, host, literal, allowed }: Target,
    address: string,
    { startedAt, tcpMs }: { startedAt: number; tcpMs: number },
    phases: Phases,
    signal: AbortSignal,
  ): Promise<TLSSocket> {
    const { connectMs } = this.options;
    return new Promise((resolve, reject) => {
      const socket = connect({
        host: address,
        port: Number(url.port || 443),
        servername: literal ? undefined : host,
        secureContext: this.secureContext,
        ALPNProtocols: ["http/1.1"],
        rejectUnauthorized: true,
      });
      let connectedAt: number | null = null;

      const end = (failure?: unknown) => {
        clearTimeout(timer);
        signal.removeEventListener("abort", abort);
        if (failure === undefined) return resolve(socket);
        socket.destroy();
        reject(failure);
      };
      const abort = () => end(signal.reason);
      let timer = setTimeout(() => end(noConnection(connectMs)), tcpMs);
      signal.addEventListener("abort", abort);

      socket
        .setNoDelay(true)
        .once("connect", () => {
          if (!allowed && !isPublicAddress(socket.remoteAddress ?? "")) return end(blockedFailure());
          connectedAt = performance.now();
          phases.connect_ms = since(startedAt);
          clearTimeout(timer);
          timer = setTimeout(() => end(noHandshake(connectMs)), connectMs - (connectedAt - startedAt));
        })
        .once("secureConnect", () => {
          phases.tls_ms = since(connectedAt ?? startedAt);
          end();
        })
        // Stays attached: an error for which the socket has no listener would end the process.
        .on("error", (error) =>
          end(connectedAt === null ? unconnectedFailure(codeOf(error)) : insecure(codeOf(error))),
        );
    });
  }
}

/** Settles like the promise, or rejects when the time is up or the signal aborts. */
function within<T>(promise: Promise<T>, milliseconds: number, late: Failure, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    const timer = setTimeout(() => reject(late), milliseconds);
    signal.addEventListener("abort", abort);
    promise.then(resolve, reject).finally(() => {
      clearTimeout(timer);
      signal.removeEventListener("abort", abort);
    });
  });
}

function codeOf(error: unknown): string {
  return String((error as NodeJS.ErrnoException).code ?? "unknown");
}

function seconds(milliseconds: number): string {
  return `${milliseconds / 1000} s`;
}

// Does not say which address: names could be looked up to explore this network.
function blockedFailure(): Failure {
  return new Failure("blocked_ip", "The host leads to an address that is not public.");
}

function unresolvedFailure(codes: string[]): Failure {
  if (codes.includes("ENOTFOUND")) return new Failure("dns", "The name does not exist.");
  if (codes.every((code) => code === "ENODATA")) return new Failure("dns", "The name has no address.");
  return new Failure("dns", `The name could not be resolved (${codes[0]}).`);
}

function noConnection(milliseconds: number): Failure {
  return new Failure("timeout", `No connection within ${seconds(milliseconds)}.`);
}

function noHandshake(milliseconds: number): Failure {
  return new Failure("timeout", `The TLS handshake did not end within ${seconds(milliseconds)}.`);
}

function unconnectedFailure(code: string): Failure {
  switch (code) {
    case "ECONNREFUSED":
      return new Failure("connect", "The connection was refused.");
    case "EHOSTUNREACH":
    case "ENETUNREACH":
      return new Failure("connect", "The host could not be reached.");
    case "ETIMEDOUT":
      return new Failure("timeout", "No connection within the time of the network.");
    default:
      return new Failure("connect", `The connection failed (${code}).`);
  }
}

function insecure(code: string): Failure {
  return new Failure("tls", CERTIFICATE_PROBLEMS[code] ?? `The TLS handshake failed (${code}).`);
}

const CERTIFICATE_PROBLEMS: Record<string, string> = {
  CERT_HAS_EXPIRED: "The certificate has expired.",
  CERT_NOT_YET_VALID: "The certificate is not valid yet.",
  DEPTH_ZERO_SELF_SIGNED_CERT: "The certificate is self-signed.",
  SELF_SIGNED_CERT_IN_CHAIN: "The certificate's authority is not known.",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "The certificate's authority is not known.",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "The certificate's authority is not known, or its chain is not sent whole.",
  ERR_TLS_CERT_ALTNAME_INVALID: "The certificate is for another host.",
  ERR_SSL_WRONG_VERSION_NUMBER: "The port does not speak TLS.",
  ECONNRESET: "The connection was closed during the TLS handshake.",
};
