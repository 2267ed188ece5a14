/** Saves a CSV file on the device. */
export function saveCsv(content: BlobPart, filename: string): void {
  saveFile({ blob: new Blob([content], { type: "text/csv;charset=utf-8" }), filename });
}

/** Saves a file on the device, as a link to it would. */
export function saveFile({ blob, filename }: { blob: Blob; filename: string }): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = filename;
  link.click();
  // The browser takes the bytes a moment after the click.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
