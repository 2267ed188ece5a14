import type { Metadata } from "next";
import { version } from "swagger-ui-dist/package.json";
import { Wordmark } from "../wordmark";
import { ReferenceView } from "./reference-view";
import "./reference.css";

export const metadata: Metadata = {
  title: "API reference",
  description: "Every operation of the Sampan API, with examples to send to the testing environment.",
};

/** The API reference, made from the OpenAPI document (decisions §10). */
export default function ReferencePage() {
  return (
    <>
      <link rel="stylesheet" href={`/reference/assets/swagger-ui.css?v=${version}`} precedence="default" />
      <div className="mx-auto max-w-6xl px-4 sm:px-8">
        <header className="flex h-16 items-center justify-between gap-4 border-b border-line">
          <Wordmark />
          <a href="/v1/openapi.json" className="font-semibold text-accent underline-offset-4 hover:underline">
            OpenAPI document
          </a>
        </header>
        <main className="reference py-6">
          <ReferenceView script={`/reference/assets/swagger-ui-bundle.js?v=${version}`} />
        </main>
      </div>
    </>
  );
}
