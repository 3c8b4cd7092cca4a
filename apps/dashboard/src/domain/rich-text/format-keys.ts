import type { Format } from './editor.ts';

const keys: Readonly<Record<string, Format>> = { b: 'strong', i: 'em', e: 'code', k: 'link' };
/** By the place of the key: Shift makes other characters of the digits. */
const shifted: Readonly<Record<string, Format>> = {
  KeyX: 's',
  Digit7: 'orderedList',
  Digit8: 'bulletList',
  Digit9: 'blockquote',
};

/** Returns the format that a key switches, with Ctrl or ⌘. */
export function formatOfKey({ key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): Format | undefined {
  if ((!ctrlKey && !metaKey) || altKey) return undefined;
  return shiftKey ? shifted[code] : keys[key.toLowerCase()];
}
