/** Checks of texts from outside, the same for every endpoint. */
import { fieldError, Problem } from '../problems.ts';
import type { Text } from '../i18n/localized-text.ts';
import { englishOf } from '../i18n/server-texts.ts';
import { localize } from '../i18n/server-texts.ts';

/** The deepest contract is five levels. */
const depthMax = 16;

/**
 * Refuses, anywhere in the value: NUL characters and broken surrogate pairs, which Postgres stores in no text; names
 * that would reach an object's prototype; and nesting deeper than any contract.
 *
 * @throws Problem `invalid` that names the field
 */
export function refuseUnstorableText(value: unknown, path = '', depth = 0): void {
  if (typeof value === 'string') {
    if (value.includes('\0')) throw refused(path, localize('no_nul'));
    if (!value.isWellFormed()) throw refused(path, localize('no_unicode'));
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (depth >= depthMax) throw refused(path, 'Is nested too deeply.');
  for (const [name, inner] of Object.entries(value)) {
    if (name === '__proto__' || name === 'constructor' || name === 'prototype') {
      throw refused(path, 'Holds a name that is not allowed.');
    }
    // Names are echoed in refusals, so they are held to the same rule.
    if (name.includes('\0') || !name.isWellFormed()) throw refused(path, 'Holds a name that is not valid text.');
    refuseUnstorableText(inner, path ? `${path}.${name}` : name, depth + 1);
  }
}

function refused(path: string, words: Text): Problem {
  const short = path.slice(0, 200);
  const message = englishOf(words);
  return new Problem('invalid', short ? `${short}: ${message}` : message, { errors: [fieldError(short, words)] });
}
