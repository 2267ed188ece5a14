import { CONTRACTS } from "@/lib/contracts";
import { pagination } from "@/lib/contracts/common";
import type { Contract } from "@/lib/contracts/contract";
import { writtenBody } from "@/lib/contracts/written";
import { API_BASE } from "@/lib/environment";
import type { Role } from "@/lib/roles";
import { env } from "@/server/env";
import { exampleAnswer } from "./openapi/answers";
import { introduction, TAGS } from "./openapi/prose";
import { entryCodesOf, errorResponsesOf, HEADERS, headersOf, responseComponents } from "./openapi/responses";
import { type Json, Schemas } from "./openapi/schemas";
import { DELIVERY_HEADERS, webhooksOf } from "./openapi/webhooks";

/** The version of the contract, not of the software: it changes when the document does. */
const VERSION = "1.0.0";

const TESTING = { url: API_BASE.testing, description: "Testing: nothing is shipped or charged" };
const PRODUCTION = { url: API_BASE.production, description: "Production" };

/** What the document says about single operations beyond their contracts. */
const PARTICULARS: Record<string, { errors?: "oauth"; servers?: (typeof TESTING)[] }> = {
  createOAuthToken: { errors: "oauth" },
  simulateScan: { servers: [TESTING] },
};

const API_ROLES: readonly Role[] = ["merchant", "carrier", "warehouse", "support"];

/** Roles that act on accounts other than their own. */
const STAFF: readonly Role[] = ["carrier", "warehouse", "support"];

const PARAMETERS: Record<string, Json> = {
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    description: "Makes a repeated request harmless for 30 days: 1 to 255 visible ASCII characters, a UUID for example",
    schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[\\x21-\\x7e]+$" },
  },
  AccountId: {
    name: "X-Account-Id",
    in: "header",
    description:
      "Only for staff and carriers: the id of the account to act on, 1 to 15 digits. Merchants leave it out.",
    schema: { type: "string", pattern: "^\\d{1,15}$" },
  },
};

function pascal(id: string): string {
  return id.charAt(0).toUpperCase() + id.slice(1);
}

function parametersOf(contract: Contract, schemas: Schemas): Json[] {
  const places = [
    { place: "path", fields: contract.params },
    { place: "query", fields: contract.query },
  ];
  const own = places.flatMap(({ place, fields }) => {
    if (!fields) return [];
    const { properties = {}, required = [] } = schemas.of(fields, "input") as {
      properties?: Record<string, Json>;
      required?: string[];
    };
    return Object.entries(properties).map(([name, { description, ...schema }]): Json => {
      const needed = place === "path" || required.includes(name);
      return { name, in: place, required: needed, ...(description ? { description } : {}), schema };
    });
  });
  const staff = contract.who !== "anyone" && contract.who.some((role) => STAFF.includes(role));
  const shared = [...(contract.creates ? ["IdempotencyKey"] : []), ...(staff ? ["AccountId"] : [])];
  return [...own, ...shared.map((name) => ({ $ref: `#/components/parameters/${name}` }))];
}

function requestBodyOf(contract: Contract, schemas: Schemas): Json | undefined {
  const body = writtenBody(contract);
  if (!contract.body || !body) return undefined;
  const { example, examples, fileTypes } = contract;
  if (fileTypes) {
    const file = { schema: { type: "string", format: "binary" } };
    const contentOf = (type: string) => (type.startsWith("text/") ? { ...file, example } : file);
    return { required: true, content: Object.fromEntries(fileTypes.map((type) => [type, contentOf(type)])) };
  }
  const named = examples && Object.entries(examples).map(([name, value]) => [name, { value }]);
  return {
    required: !contract.body.safeParse({}).success,
    content: {
      [contract.bodyType === "form" ? "application/x-www-form-urlencoded" : "application/json"]: {
        schema: schemas.of(body, "input", `${pascal(contract.id)}Request`),
        ...(named ? { examples: Object.fromEntries(named) } : example ? { example } : {}),
      },
    },
  };
}

function envelopeOf(contract: Contract, schemas: Schemas): Json {
  const answer = schemas.of(contract.response, "output", `${pascal(contract.id)}Answer`);
  if (contract.bare) return answer;
  const data = contract.list ? { type: "array", items: answer } : answer;
  const properties = { data, ...(contract.list ? { pagination: schemas.of(pagination, "output") } : {}) };
  return { type: "object", properties, required: Object.keys(properties) };
}

function exampleOf(contract: Contract): Json {
  const answer = contract.exampleResponse ?? exampleAnswer(contract.id);
  if (answer === undefined) return {};
  if (contract.bare) return { example: answer };
  if (!contract.list) return { example: { data: answer } };
  const total = (answer as unknown[]).length;
  return { example: { data: answer, pagination: { total, page: 1, per_page: 20, total_pages: 1 } } };
}

function successOf(contract: Contract, schemas: Schemas): Json {
  const { files = [] } = contract;
  const binary = { schema: { type: "string", format: "binary" } };
  return {
    description: files[0] ? `Done. ${files[0].description}, or the same as JSON.` : "Done.",
    headers: headersOf(contract),
    content: {
      "application/json": { schema: envelopeOf(contract, schemas), ...exampleOf(contract) },
      ...Object.fromEntries(files.map(({ type }) => [type, binary])),
    },
  };
}

function descriptionOf(contract: Contract): string {
  const callers = contract.who === "anyone" ? [] : contract.who.filter((role) => API_ROLES.includes(role));
  const who =
    contract.who === "anyone" ? "Needs no token." : `Roles of API clients that may call: ${callers.join(", ")}.`;
  return [contract.description, who, entryCodesOf(contract)].filter(Boolean).join("\n\n");
}

function describeOperation(contract: Contract, schemas: Schemas): Json {
  const { errors = "envelope", servers } = PARTICULARS[contract.id] ?? {};
  const parameters = parametersOf(contract, schemas);
  const requestBody = requestBodyOf(contract, schemas);
  return {
    operationId: contract.id,
    tags: [contract.tag],
    summary: contract.summary,
    description: descriptionOf(contract),
    ...(servers ? { servers: absolute(servers) } : {}),
    ...(contract.who === "anyone" ? { security: [] } : {}),
    ...(parameters.length ? { parameters } : {}),
    ...(requestBody ? { requestBody } : {}),
    responses: { "200": successOf(contract, schemas), ...errorResponsesOf(contract, errors) },
  };
}

function absolute(servers: (typeof TESTING)[]): Json[] {
  return servers.map(({ url, description }) => ({ url: env().appUrl + url, description }));
}

function pathsOf(contracts: readonly Contract[], schemas: Schemas): Record<string, Json> {
  const paths: Record<string, Json> = {};
  for (const contract of contracts) {
    paths[contract.path] = {
      ...paths[contract.path],
      [contract.method.toLowerCase()]: describeOperation(contract, schemas),
    };
  }
  return paths;
}

function securitySchemes(origin: string): Json {
  const oauth = (base: string, environment: string) => ({
    type: "oauth2",
    description: `A token for ${environment}, from its client id and secret.`,
    flows: { clientCredentials: { tokenUrl: `${origin}${base}/oauth/token`, scopes: {} } },
  });
  return {
    bearer: { type: "http", scheme: "bearer", description: "An access token of the environment that is called." },
    oauthTesting: oauth(API_BASE.testing, "testing"),
    oauthProduction: oauth(API_BASE.production, "production"),
  };
}

function build(): Json {
  const origin = env().appUrl;
  const schemas = new Schemas();
  const contracts = CONTRACTS.filter(({ audience }) => audience === "public");
  const used = new Set([...contracts.map(({ tag }) => tag), "Events"]);
  const tags = [...new Set([...Object.keys(TAGS), ...used])].filter((tag) => used.has(tag));
  const paths = pathsOf(contracts, schemas);
  const webhooks = webhooksOf(schemas);
  const responses = responseComponents(schemas);
  return {
    openapi: "3.1.0",
    info: {
      title: "Sampan API",
      version: VERSION,
      summary: "Shipping for Hong Kong merchants",
      description: introduction(origin),
    },
    servers: absolute([TESTING, PRODUCTION]),
    security: [{ bearer: [] }, { oauthTesting: [] }, { oauthProduction: [] }],
    tags: tags.map((name) => ({ name, ...(TAGS[name] ? { description: TAGS[name] } : {}) })),
    paths,
    webhooks,
    components: {
      schemas: schemas.sorted(),
      responses,
      parameters: { ...PARAMETERS, ...DELIVERY_HEADERS },
      headers: HEADERS,
      securitySchemes: securitySchemes(origin),
    },
  };
}

let built: Json | undefined;

/** What the reference page reads about an operation. */
type Described = { operationId: string; tags: string[]; summary: string };
/** The document; only what our own pages read is typed. */
export type OpenApiDocument = Json & {
  openapi: string;
  tags: { name: string }[];
  paths: Record<string, Record<string, Described>>;
  webhooks: Record<string, { post: Described }>;
};

/** The OpenAPI 3.1 document of the public operations, built from their contracts once per process (contract §10.1). */
export function openApiDocument(): OpenApiDocument {
  built ??= build();
  return built as OpenApiDocument;
}
