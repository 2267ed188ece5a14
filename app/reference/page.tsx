import type { Metadata } from "next";
import { Wordmark } from "@/components/wordmark";
import { openApiDocument } from "@/server/http/openapi";
import { ASSETS_VERSION } from "./assets";
import type { Group } from "./contents";
import { ReferenceView } from "./reference-view";
import "./reference.css";
import "./operation.css";

export const metadata: Metadata = {
  title: "API reference",
  description: "Every operation of the Sampan API, with examples to send to the testing environment.",
};

function contents(): Group[] {
  const { tags, paths, webhooks } = openApiDocument();
  const operations = Object.values(paths).flatMap((methods) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), ...operation })),
  );
  const groups = tags.map(({ name }) => ({
    name,
    entries: operations
      .filter((operation) => operation.tags.includes(name))
      .map(({ method, operationId, summary }) => ({
        method,
        label: summary,
        hash: `#/${encodeURIComponent(name)}/${operationId}`,
      })),
  }));
  const events = Object.entries(webhooks).map(([event, { post }]) => ({
    label: event,
    hash: `#/webhooks/${post.operationId}`,
  }));
  const start = [
    { hash: "#introduction", label: "Introduction" },
    { hash: "#try-it", label: "Try it out" },
  ];
  return [
    { name: "Start", entries: start },
    ...groups.filter(({ entries }) => entries.length),
    { name: "Events", entries: events },
  ];
}

/** The API reference, made from the OpenAPI document (contract §16.4). */
export default function ReferencePage() {
  return (
    <>
      <link rel="stylesheet" href={`/reference/assets/swagger-ui.css?v=${ASSETS_VERSION}`} precedence="default" />
      <div className="mx-auto max-w-[84rem] px-4 sm:px-8">
        <header className="flex h-16 items-center justify-between gap-4 border-b border-line">
          <Wordmark />
          <a href="/v1/openapi.json" className="font-semibold text-accent underline-offset-4 hover:underline">
            OpenAPI document
          </a>
        </header>
        <ReferenceView script={`/reference/assets/swagger-ui-bundle.js?v=${ASSETS_VERSION}`} groups={contents()} />
      </div>
    </>
  );
}
