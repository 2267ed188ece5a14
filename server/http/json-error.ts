/** Finds where a text stops being JSON, because Node's own messages differ between versions and quote the input. */

type Expected = "value" | "value or ]" | "name" | "name or }" | ":" | ", or end" | "nothing";

const SPACE = /[ \t\n\r]*/y;
const LITERAL = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})/y;

/** Line and column, both from 1, of the first invalid character. Null: the text ends too early. */
export function jsonErrorAt(text: string): { line: number; column: number } | null {
  const at = offsetOfError(text);
  if (at >= text.length) return null;
  const before = text.slice(0, at);
  return { line: before.split("\n").length, column: at - before.lastIndexOf("\n") };
}

function offsetOfError(text: string): number {
  /** The closing character of each open object and list. */
  const open: ("}" | "]")[] = [];
  let expected: Expected = "value";
  let at = 0;
  const afterValue = (): Expected => (open.length ? ", or end" : "nothing");
  for (;;) {
    at = endOf(SPACE, text, at);
    const sign = text[at];
    if (sign === undefined || expected === "nothing") return at;
    if (
      (sign === "}" || sign === "]") &&
      open.at(-1) === sign &&
      (expected === ", or end" || expected.endsWith(sign))
    ) {
      open.pop();
      expected = afterValue();
      at++;
    } else if (expected === ":" || expected === ", or end") {
      if (sign !== expected[0]) return at;
      expected = sign === ":" || open.at(-1) === "]" ? "value" : "name";
      at++;
    } else if (sign === '"') {
      const end = endOfString(text, at);
      if (end.isWrong) return end.at;
      at = end.at;
      expected = expected.startsWith("name") ? ":" : afterValue();
    } else if (expected.startsWith("name")) {
      return at;
    } else if (sign === "{" || sign === "[") {
      open.push(sign === "{" ? "}" : "]");
      expected = sign === "{" ? "name or }" : "value or ]";
      at++;
    } else {
      const end = endOf(LITERAL, text, at);
      if (end === at) return at;
      at = end;
      expected = afterValue();
    }
  }
}

function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

function endOfString(text: string, start: number): { at: number; isWrong: boolean } {
  let at = start + 1;
  for (; at < text.length && text[at] !== '"'; ) {
    if (text.charCodeAt(at) < 0x20) return { at, isWrong: true };
    const next = text[at] === "\\" ? endOf(ESCAPE, text, at) : at + 1;
    if (next === at) return { at, isWrong: true };
    at = next;
  }
  return { at: at + 1, isWrong: at >= text.length };
}
