import { afterEach, beforeEach, vi } from "vitest";

/** With its byte order mark. */
async function textOf(content: Blob): Promise<string> {
  const reader = new FileReader();
  const read = new Promise((resolve) => reader.addEventListener("load", resolve));
  reader.readAsArrayBuffer(content);
  await read;
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(reader.result as ArrayBuffer);
}

/** Everything that the page saves on the device in a test: name and text, in this order. */
export function savedFiles(): readonly { filename: string; text: Promise<string> }[] {
  const files: { filename: string; text: Promise<string> }[] = [];
  let content: Blob;
  beforeEach(() => {
    files.length = 0;
    Object.assign(URL, {
      createObjectURL: (blob: Blob) => {
        content = blob;
        return "blob:saved";
      },
      revokeObjectURL: () => {},
    });
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
      files.push({ filename: this.download, text: textOf(content) });
    });
  });
  afterEach(() => vi.restoreAllMocks());
  return files;
}
