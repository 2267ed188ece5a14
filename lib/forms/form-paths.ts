/** The name of a field in the form: its path with dots, as react-hook-form writes it. */
export function fieldName(path: readonly (string | number)[]): string {
  return path.join(".");
}

/** The name of the field that an RFC 6901 pointer of the API means. */
export function fieldOfPointer(pointer: string): string {
  const steps = pointer.split("/").slice(1);
  return fieldName(steps.map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~")));
}
