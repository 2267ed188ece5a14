import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, opens, test } from "./fixtures";
import { productUrl } from "./product-url";

const README = readFileSync(join(import.meta.dirname, "../../README.md"), "utf8");

test("the README's first order works as pasted", opens(), () => {
  const section = README.split("## A first order")[1] ?? "";
  const script = /```sh\n([\s\S]*?)```/.exec(section)?.[1] ?? "";
  const folder = mkdtempSync(join(tmpdir(), "sampan-readme-"));
  const url = productUrl();
  const output = execFileSync("bash", ["-e", "-c", script.replaceAll("http://localhost:3000", url)], {
    cwd: folder,
    encoding: "utf8",
  });
  expect(output).toContain('"rate_list":[');
  expect(output).toContain('"order_status":"READY_TO_SHIP"');
  expect(output).toContain('"quote_price":"54.00"');
  expect(output).toContain('"status":"picked_up"');
  expect(readFileSync(join(folder, "label.pdf")).subarray(0, 5).toString()).toBe("%PDF-");
  rmSync(folder, { recursive: true });
});

test("the README lists the sign-ins and credentials that exist", opens(), async ({ request }) => {
  for (const [environment, base] of [
    ["test", "/testing/v1"],
    ["live", "/v1"],
  ]) {
    const row = new RegExp(`\`(ci_${environment}_\\w+)\` \\| \`(cs_${environment}_\\w+)\``).exec(README);
    const answer = await request.post(`${base}/auth/token`, {
      form: { grant_type: "client_credentials", client_id: row?.[1] ?? "", client_secret: row?.[2] ?? "" },
    });
    expect(answer.status(), environment).toBe(200);
  }
});
