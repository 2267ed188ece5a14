const STORE = "sampan-single-keys";

/** Whether this browser wants shortcuts of single keys (WCAG 2.1.4). */
export function areSingleKeysOn(): boolean {
  return localStorage.getItem(STORE) !== "off";
}

/** Remembers whether this browser wants shortcuts of single keys. */
export function rememberSingleKeys(isOn: boolean): void {
  localStorage.setItem(STORE, isOn ? "on" : "off");
}
