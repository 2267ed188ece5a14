/**
 * For `onOpenAutoFocus` of what opens with a search field: puts the cursor after the text that is already in it. Radix
 * selects that text, and the next typed letter would replace it.
 */
export function focusAfterText(event: Event): void {
  const field = (event.currentTarget as Element | null)?.querySelector("input");
  if (!field) return;
  event.preventDefault();
  field.focus({ preventScroll: true });
  field.setSelectionRange(field.value.length, field.value.length);
}
