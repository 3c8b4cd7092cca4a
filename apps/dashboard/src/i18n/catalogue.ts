/**
 * Catalogues of the dashboard, in the format of `@parley/contracts/i18n/messages`: English, the source, by room in `en/`,
 * the other languages in one file each, which loads when it is chosen.
 *
 * - Where a part of a sentence is an element (a link, a key), `notes.rich('press', { key: <Kbd>O</Kbd> })`.
 * - Call it where the text is shown, never in a constant of a module: that would be read before the language is known.
 * - A test names keys that nothing shows (test/i18n.test.ts).
 */
import {
  fill,
  type Messages,
  partsOf,
  type Rest,
  type Translate,
  type ValuesOf,
} from '@parley/contracts/i18n/messages';
import { createElement, Fragment, type ReactNode } from 'react';
import { locale, translated } from './language.ts';
import type { Translation } from './translation.ts';

/** Texts of one namespace in the chosen language. */
export interface Catalogue<M extends Messages> extends Translate<M> {
  /** The sentence with elements in the places of its names. */
  rich: <Key extends keyof M>(key: Key, values: ValuesOf<M[Key], ReactNode>) => ReactNode;
  readonly english: M;
}

/** The texts of a room. */
export function catalogue<const M extends Messages>(room: keyof Translation, english: M): Catalogue<M> {
  const messageOf = (key: keyof M) => translated(room)?.[String(key)] ?? english[key] ?? '';
  return Object.assign(
    <Key extends keyof M>(key: Key, ...[values]: Rest<M[Key]>): string => fill(messageOf(key), values ?? {}, locale()),
    {
      rich: <Key extends keyof M>(key: Key, values: ValuesOf<M[Key], ReactNode>): ReactNode =>
        createElement(Fragment, null, ...partsOf<ReactNode>(messageOf(key), values, locale())),
      english,
    },
  );
}
