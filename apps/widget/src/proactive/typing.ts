/** Tells whether the visitor writes in the page, from which nothing may take the focus then. */

const fields = 'input, textarea, select, [contenteditable], [contenteditable] *';

/** Returns whether the visitor is in a field of the page, also of one in a shadow root. */
export function isTyping(): boolean {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return !!active?.matches(fields);
}
