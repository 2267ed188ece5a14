type Element = unknown;
type Component = (props: Record<string, never>) => Element;

/** The parts of swagger-ui's own system that this page uses; it ships no types. */
type System = {
  React: {
    createElement: (type: unknown, props: Record<string, unknown> | null, ...children: Element[]) => Element;
  };
  getComponent: (name: string, container?: boolean) => Component;
};

/** A running reference. */
export type SwaggerUI = {
  preauthorizeApiKey: (scheme: string, token: string) => void;
  authActions: { logout: (schemes: string[]) => void };
  layoutActions: { parseDeepLinkHash: (hash: string) => void };
};

type Start = ((options: Record<string, unknown>) => SwaggerUI) & { presets: { apis: unknown } };
type OpenApi = {
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, { tags?: string[] }>>;
  security: unknown[];
  components: { securitySchemes: Record<string, unknown> };
};

/** Where the page puts its own part between the introduction and the operations. */
export const ACCESS_ID = "reference-access";

/** The security scheme of a token that is entered on the page. */
export const SCHEME = "bearer";

let loading: Promise<Start> | undefined;

function loadScript(source: string): Promise<Start> {
  loading ??= new Promise<Start>((resolve, reject) => {
    const script = document.createElement("script");
    script.src = source;
    script.onload = () => resolve((window as unknown as { SwaggerUIBundle: Start }).SwaggerUIBundle);
    script.onerror = () => reject(new Error(`${source} could not be loaded`));
    document.head.append(script);
  }).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/**
 * The document as this page shows it: requests go only to testing, to the host that served the page, with a token,
 * because its policy forbids other hosts and a reader must not buy anything by trying.
 */
function forThisPage(text: string): OpenApi {
  const [server] = (JSON.parse(text) as OpenApi).servers;
  const origin = server && new URL(server.url).origin;
  const spec = JSON.parse(origin ? text.replaceAll(origin, window.location.origin) : text) as OpenApi;
  const operations = Object.values(spec.paths).flatMap((methods) => Object.values(methods));
  const used = new Set(operations.flatMap(({ tags = [] }) => tags));
  return {
    ...spec,
    servers: spec.servers.slice(0, 1),
    tags: spec.tags.filter(({ name }) => used.has(name)),
    security: [{ [SCHEME]: [] }],
    components: { ...spec.components, securitySchemes: { [SCHEME]: spec.components.securitySchemes[SCHEME] } },
  };
}

async function readDocument(): Promise<OpenApi> {
  const answer = await fetch("/v1/openapi.json", { credentials: "omit" });
  if (!answer.ok) throw new Error(`The document could not be read: ${answer.status}`);
  return forThisPage(await answer.text());
}

/** Our order of the parts, without swagger-ui's own dialogue for tokens and its links inside buttons. */
function plugin({ React: { createElement: h } }: System) {
  const nothing = () => () => null;
  return {
    components: {
      // biome-ignore lint/correctness/noComponentHookFactories: a plugin runs once and makes its components there
      ReferenceLayout: ({ getComponent }: Pick<System, "getComponent">) =>
        h(
          "div",
          { className: "swagger-ui" },
          h(getComponent("SvgAssets"), null),
          h(
            "div",
            { className: "information-container", id: "introduction" },
            h(getComponent("InfoContainer", true), null),
          ),
          h("div", { id: ACCESS_ID }),
          h(getComponent("operations", true), null),
          h(getComponent("Webhooks", true), null),
        ),
    },
    wrapComponents: {
      authorizeOperationBtn: nothing,
      CopyToClipboardBtn: nothing,
      // biome-ignore lint/correctness/noComponentHookFactories: as above
      DeepLink:
        () =>
        ({ text }: { text: Element }) =>
          h("span", null, text),
    },
  };
}

/** Adds missing names and keyboard access to parts of swagger-ui. */
function adjust(frame: HTMLElement): void {
  // "Webhooks" are the operations on endpoints; what endpoints receive are events.
  const title = frame.querySelector(".webhooks > h2")?.firstChild;
  if (title && title.nodeValue !== "Events") title.nodeValue = "Events";
  for (const select of frame.querySelectorAll("select.examples-select-element:not([aria-label])"))
    select.setAttribute("aria-label", "Example");
  for (const box of frame.querySelectorAll<HTMLElement>(
    "pre, .renderedMarkdown table, .table-container, .responses-inner",
  )) {
    const isScrolled = box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight;
    if (isScrolled) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  }
  for (const input of frame.querySelectorAll("td.parameters-col_description :is(input, select):not([aria-label])")) {
    const name = input.closest("tr")?.querySelector(".parameter__name")?.firstChild?.textContent;
    input.setAttribute("aria-label", name?.trim() || "Value");
  }
  for (const area of frame.querySelectorAll("textarea:not([aria-label])"))
    area.setAttribute("aria-label", "Request body");
}

/** Starts the reference in an element. Its requests carry the token that was entered, never the reader's session. */
export async function startReference(script: string, frame: HTMLElement): Promise<SwaggerUI> {
  const [start, spec] = await Promise.all([loadScript(script), readDocument()]);
  new MutationObserver(() => adjust(frame)).observe(frame, { childList: true, subtree: true });
  new ResizeObserver(() => adjust(frame)).observe(frame);
  return new Promise((resolve) => {
    const ui = start({
      spec,
      domNode: frame,
      presets: [start.presets.apis],
      plugins: [plugin],
      layout: "ReferenceLayout",
      deepLinking: true,
      docExpansion: "list",
      defaultModelsExpandDepth: -1,
      defaultModelExpandDepth: 3,
      displayRequestDuration: true,
      syntaxHighlight: { activated: false },
      validatorUrl: null,
      requestInterceptor: (request: Record<string, unknown>) => ({ ...request, credentials: "omit" }),
      onComplete: () => setTimeout(() => resolve(ui)),
    });
  });
}
