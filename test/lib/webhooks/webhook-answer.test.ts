import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { causeIn, exactResult, firstLineOf, RESENT } from "@/lib/webhooks/webhook-answer";

describe("the first line of an answer", () => {
  it.each<[string | null, string | null]>([
    [null, null],
    ["", null],
    ["\r\n  \n", null],
    ["database is full", "database is full"],
    ["\n  maintenance until noon \r\nmore", "maintenance until noon"],
    ['{"error":"no such shop"}', '{"error":"no such shop"}'],
    ["<!doctype html><title>500</title>", null],
    ["文".repeat(130), `${"文".repeat(119)}…`],
  ])("of %j is %j", (answer, line) => {
    expect(firstLineOf(answer)).toBe(line);
  });
});

describe("the exact result", () => {
  const attempt = { status_code: 500, error_detail: null, response_head: "database is full" };
  it("is the answer's first line beside a status, unless that is success", () => {
    expect(exactResult(attempt, "en")).toBe("database is full");
    expect(exactResult({ ...attempt, status_code: 200 }, "en")).toBeNull();
  });
  it("is the cause without a status, in the reader's language", () => {
    const late = { status_code: null, error_detail: "No answer within 0.8 s.", response_head: null };
    expect(exactResult(late, "en")).toBe("No answer within 0.8 s.");
    expect(exactResult(late, "zh-Hant")).toBe("0.8 秒內沒有回應。");
  });
});

describe("a cause", () => {
  // Every message of a failure in the code that sends, with an example for each part that varies.
  const server = join(import.meta.dirname, "../../../server");
  const sources = ["outgoing", "webhooks"].flatMap((folder) =>
    readdirSync(join(server, folder)).map((name) => readFileSync(join(server, folder, name), "utf8")),
  );
  const said = [
    ...sources.flatMap((source) =>
      [...source.matchAll(/new Failure\(\s*"\w+",\s*(?:[\w[\]]+ \?\? )?(["`])(.+?)\1/g)].map(([, , text]) => text),
    ),
    ...sources.flatMap((source) => [...source.matchAll(/^ {2}[A-Z_]+: (")(The .+?)\1,$/gm)].map(([, , text]) => text)),
    ...sources.flatMap((source) =>
      [...source.matchAll(/^const (?:CUT_OFF|UNREADABLE) = (")(.+?)\1;$/gm)].map(([, , text]) => text),
    ),
  ].map((text = "") => text.replace(/\$\{[^}]*(?:\([^)]*\)|\}?)[^}]*\}/g, "5"));

  it("is found in the code", () => {
    expect(said.length).toBeGreaterThan(30);
  });

  it.each(said)("has its Chinese words: %s", (cause) => {
    const chinese = causeIn("zh-Hant", cause.replace(/\b5\.$/, "5 s."));
    expect(chinese).toMatch(/\p{Script=Han}/u);
    expect(chinese).not.toContain("*");
    expect(causeIn("en", cause)).toBe(cause);
  });

  it("keeps what varies, and says that a request may have come twice", () => {
    expect(causeIn("zh-Hant", "The connection failed (EPIPE).")).toBe("連接失敗（EPIPE）。");
    expect(causeIn("zh-Hant", `The connection was closed before an answer. ${RESENT}`)).toBe(
      "回應之前連接已關閉。原有連接已中斷，請求已於新連接再次傳送：可能收到兩次。",
    );
    expect(causeIn("zh-Hant", RESENT)).toMatch(/^原有連接/);
  });

  it("that is not known stays as it is", () => {
    expect(causeIn("zh-Hant", "Something new.")).toBe("Something new.");
  });
});
