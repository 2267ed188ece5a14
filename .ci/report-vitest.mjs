// Tells the gate what fell, a line of JSON each, in the file that GATE_REPORT names.
import { appendFileSync } from "node:fs";
import { relative } from "node:path";

const tell = (line) => appendFileSync(process.env.GATE_REPORT, `${JSON.stringify(line)}\n`);
const pathOf = (file) => relative(process.cwd(), file);
const textOf = (errors) => errors.map(({ name, message, stack }) => stack || `${name}: ${message}`).join("\n");

export default class GateReporter {
  onTestModuleStart({ moduleId }) {
    tell({ at: "begins", file: pathOf(moduleId) });
  }

  onTestCaseResult(test) {
    const { state, errors } = test.result();
    if (state === "failed")
      tell({ at: "fell", file: pathOf(test.module.moduleId), name: test.fullName, error: textOf(errors) });
  }

  onTestModuleEnd(module) {
    const file = pathOf(module.moduleId);
    // Of the file itself: it could not be read, or a hook failed.
    for (const part of [module, ...module.children.allSuites()])
      if (part.errors().length)
        tell({ at: "fell", file, name: part.fullName ?? "the file itself", error: textOf(part.errors()) });
    tell({ at: "ends", file });
  }

  onTestRunEnd(_modules, unhandled) {
    for (const error of unhandled)
      tell({
        at: "fell",
        file: error.VITEST_TEST_PATH ? pathOf(error.VITEST_TEST_PATH) : null,
        name: error.VITEST_TEST_NAME ?? "an error that no test caught",
        error: textOf([error]),
      });
  }
}
