import { execFileSync, spawnSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { type SampleId, SIGNATURE_VECTOR, VERIFY_SAMPLES } from "@/lib/webhooks/webhook-samples";

const { secret, timestamp, body, signature } = SIGNATURE_VECTOR;
const other = createHmac("sha256", "whsec_another").update(`${timestamp}.${body}`).digest("hex");

/** Deliveries that a receiver may get, and whether it must accept them. */
const CASES: [
  what: string,
  given: { header: string; body?: string; now?: number; secret?: string },
  genuine: boolean,
][] = [
  ["the vector", { header: `t=${timestamp},v1=${signature}` }, true],
  ["a clock that is 10 minutes behind", { header: `t=${timestamp},v1=${signature}`, now: timestamp - 600 }, true],
  ["a rolled secret's second signature", { header: `t=${timestamp},v1=${other},v1=${signature}` }, true],
  ["blanks after the comma", { header: `t=${timestamp}, v1=${signature}` }, true],
  ["a changed body", { header: `t=${timestamp},v1=${signature}`, body: body.replace("created", "deleted") }, false],
  ["a changed time", { header: `t=${timestamp + 1},v1=${signature}` }, false],
  ["another secret", { header: `t=${timestamp},v1=${signature}`, secret: "whsec_another" }, false],
  ["the secret without its prefix", { header: `t=${timestamp},v1=${signature}`, secret: secret.slice(6) }, false],
  ["a delivery of 11 minutes ago", { header: `t=${timestamp},v1=${signature}`, now: timestamp + 660 }, false],
  ["one of 11 minutes ahead", { header: `t=${timestamp},v1=${signature}`, now: timestamp - 660 }, false],
  ["no time", { header: `v1=${signature}` }, false],
  ["no signature", { header: `t=${timestamp}` }, false],
  ["a signature that is no hex", { header: `t=${timestamp},v1=zz${signature.slice(2)}` }, false],
  ["half a signature", { header: `t=${timestamp},v1=${signature.slice(0, 32)}` }, false],
  ["an empty header", { header: "" }, false],
  ["nonsense", { header: "t,v1,=,==" }, false],
];

// Each prints one line of true or false for each case; the cases come as JSON on standard input.
const DRIVERS: Record<SampleId, { command: string; file: string; run: (path: string) => string[]; driver: string }> = {
  node: {
    command: process.execPath,
    file: "verify.mjs",
    run: (path) => [path],
    driver: `
import { readFileSync } from "node:fs";
for (const each of JSON.parse(readFileSync(0, "utf8")))
  console.log(isGenuine(Buffer.from(each.body), each.header, each.secret, each.now));
`,
  },
  python: {
    command: "python3",
    file: "verify.py",
    run: (path) => [path],
    driver: `
import json
import sys

for each in json.load(sys.stdin):
    print(str(is_genuine(each["body"].encode(), each["header"], each["secret"], each["now"])).lower())
`,
  },
  php: {
    command: "php",
    file: "verify.php",
    run: (path) => [path],
    driver: `
foreach (json_decode(file_get_contents('php://stdin'), true) as $each) {
    echo isGenuine($each['body'], $each['header'], $each['secret'], $each['now']) ? "true\\n" : "false\\n";
}
`,
  },
  go: {
    command: "go",
    file: "verify.go",
    run: (path) => ["run", path, path.replace("verify.go", "main.go")],
    driver: "",
  },
};

const GO_MAIN = `package main

import (
	"encoding/json"
	"fmt"
	"os"
	"time"
)

func main() {
	var cases []struct {
		Body, Header, Secret string
		Now                  int64
	}
	if err := json.NewDecoder(os.Stdin).Decode(&cases); err != nil {
		panic(err)
	}
	for _, each := range cases {
		fmt.Println(IsGenuine([]byte(each.Body), each.Header, each.Secret, time.Unix(each.Now, 0)))
	}
}
`;

function isInstalled(command: string): boolean {
  return spawnSync(command, [command === "go" ? "version" : "--version"]).status === 0;
}

const folder = mkdtempSync(join(tmpdir(), "sampan-samples-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("the vector is what the rule of signatures gives", () => {
  expect(createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex")).toBe(signature);
});

describe("the code that the dashboard shows", () => {
  for (const { id, name, code } of VERIFY_SAMPLES) {
    const { command, file, run, driver } = DRIVERS[id];
    const hasLanguage = isInstalled(command);
    it.runIf(hasLanguage)(
      hasLanguage ? `takes and refuses in ${name} what it must` : `${name}: ${command} is not on this machine`,
      { timeout: 60_000 },
      () => {
        const path = join(folder, file);
        writeFileSync(path, code + driver);
        if (id === "go") writeFileSync(join(folder, "main.go"), GO_MAIN);
        const input = JSON.stringify(CASES.map(([, given]) => ({ secret, body, now: timestamp, ...given })));
        const printed = execFileSync(command, run(path), { input, encoding: "utf8" }).trim().split("\n");
        expect(CASES.map(([what], index) => [what, printed[index]])).toEqual(
          CASES.map(([what, , genuine]) => [what, String(genuine)]),
        );
      },
    );
  }
});
