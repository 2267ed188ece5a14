/**
 * What the bench does when a command code is scanned instead of an item, so that a scanner is all that is needed. The
 * codes are on the bench card; no sku, barcode or tracking number begins with their prefix.
 */
export const BENCH_COMMANDS = {
  undo: "*BENCH-UNDO",
  reopen: "*BENCH-REOPEN",
  short: "*BENCH-SHORT",
  print: "*BENCH-PRINT",
  ready: "*BENCH-READY",
  next: "*BENCH-NEXT",
} as const;
export type BenchCommand = keyof typeof BENCH_COMMANDS;

const BY_CODE = new Map<string, BenchCommand>(
  Object.entries(BENCH_COMMANDS).map(([command, code]) => [code, command as BenchCommand]),
);

/** The command that a scanned code names; null when it is not a command. */
export function benchCommandOf(code: string): BenchCommand | null {
  return BY_CODE.get(code.trim().toUpperCase()) ?? null;
}
