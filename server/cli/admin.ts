/**
 * `npm run admin -- COMMAND … [--json]`: runs a command in this process or in the one that has the embedded database
 * open. With --json it prints one document to stdout and nothing else.
 */

import { createInterface } from "node:readline";
import { help, isHelp } from "@/server/cli/admin-commands";
import { carryOut } from "@/server/cli/run-admin";

/** Notes go to stderr: with --json, stdout has only one document. */
function say(notes: readonly string[]): void {
  for (const note of notes) process.stderr.write(`${note}\n`);
}

/** Replaces `--password -` by the first line of standard input, because other processes can see arguments. */
async function withPassword(argv: readonly string[]): Promise<string[]> {
  const at = argv.findIndex(
    (word, index) => word === "--password=-" || (word === "--password" && argv[index + 1] === "-"),
  );
  if (at < 0) return [...argv];
  const lines = createInterface({ input: process.stdin, terminal: false });
  let line = "";
  for await (const first of lines) {
    line = first;
    break;
  }
  lines.close();
  process.stdin.destroy();
  if (!line) throw new Error("--password - found nothing on standard input.");
  return [...argv.slice(0, at), `--password=${line}`, ...argv.slice(at + (argv[at] === "--password" ? 2 : 1))];
}

/** For people to read: one value per line, nested values indented. */
function asText(value: unknown, indent = ""): string {
  if (Array.isArray(value))
    return value
      .map((item) => asText(item, indent))
      .join(value.some((item) => typeof item === "object") ? "\n\n" : "\n");
  if (typeof value !== "object" || value === null) return `${indent}${value}`;
  return Object.entries(value)
    .map(([name, item]) =>
      typeof item === "object" && item !== null
        ? `${indent}${name}:\n${asText(item, `${indent}  `)}`
        : `${indent}${name}: ${item}`,
    )
    .join("\n");
}

function helpText(): string {
  return help()
    .commands.map(({ usage, does }) => `${usage}\n    ${does}`)
    .join("\n");
}

async function main(): Promise<void> {
  const argv = process.argv.slice(2);
  const isJson = argv.includes("--json");
  try {
    const result = isHelp(argv) ? help() : await carryOut(await withPassword(argv), say);
    const text = isJson ? JSON.stringify(result) : isHelp(argv) ? helpText() : asText(result);
    process.stdout.write(`${text}\n`);
  } catch (error) {
    const message = error instanceof Error && error.message ? error.message : String(error);
    if (isJson) process.stdout.write(`${JSON.stringify({ error: { message } })}\n`);
    else process.stderr.write(`${message}\n`);
    process.exitCode = 1;
  }
}

void main();
