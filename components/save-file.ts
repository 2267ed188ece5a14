/** Saves a CSV file on the device, as a link to it would. */
export function saveCsv(content: BlobPart, filename: string): void {
  const address = URL.createObjectURL(new Blob([content], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = filename;
  link.click();
  // The browser takes the bytes a moment after the click.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
