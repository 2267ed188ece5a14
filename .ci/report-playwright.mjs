// Tells the gate what fell and what passed when it was tried again, a line of JSON each, in the file that GATE_REPORT
// names. Where more tests fall than may be an accident, it ends the run.
import { appendFileSync } from "node:fs";
import { relative } from "node:path";

const tell = (line) => appendFileSync(process.env.GATE_REPORT, `${JSON.stringify(line)}\n`);

export default class GateReporter {
  #fallen = new Set();

  onTestBegin(test) {
    tell({ at: "begins", file: this.#nameOf(test) });
  }

  onTestEnd(test, { status, retry, errors, attachments }) {
    tell({ at: "ends", file: this.#nameOf(test) });
    const [, , , ...names] = test.titlePath();
    const line = { file: relative(process.cwd(), test.location.file), name: names.join(" > ") };
    if (status === test.expectedStatus) {
      if (retry > 0) tell({ at: "passed", ...line });
      return;
    }
    if (status === "interrupted" || status === "skipped") return;
    const page =
      attachments
        .find(({ name }) => name === "page")
        ?.body?.toString("utf8")
        .split("\n") ?? [];
    tell({
      at: "fell",
      ...line,
      error: errors.map(({ stack, message, value }) => stack ?? message ?? value).join("\n"),
      page,
    });
    this.#fallen.add(test.id);
    if (this.#fallen.size > Number(process.env.GATE_MOST_FALLEN)) process.kill(process.pid, "SIGINT");
  }

  onError({ stack, message, value }) {
    tell({ at: "fell", file: null, name: "an error outside of tests", error: stack ?? message ?? value });
  }

  #nameOf(test) {
    return test.titlePath().slice(2).join(" > ");
  }
}
