/**
 * Every text of the dashboard stands in a catalogue: English, the source, by room in `en/`, the other languages in one
 * file each, which loads when it is chosen.
 *
 * - A sentence is one message, never put together from pieces: `notes('mentionedYou', { name })`.
 * - `{name}` is filled in when shown; a number is written as the language writes it. A sentence about a number is a
 *   `Plural` and takes `count`.
 * - Where a part of a sentence is an element (a link, a key), `notes.rich('press', { key: <Kbd>O</Kbd> })`.
 * - Call it where the text is shown, never in a constant of a module: that would be read before the language is known.
 * - A key that is missing in any language, or a name that isn't filled in, does not compile. The tests name keys that
 *   nothing shows, and translations that leave a name or a plural out (test/i18n.test.ts).
 */
import { createElement, Fragment, type ReactNode } from 'react';
import { locale, pluralCategory, translated } from './language.ts';
import type { Translation } from './translation.ts';

/** A sentence about `count`, by the category of the language's plural rules; `other` is said where one is missing. */
export type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

export type Messages = Readonly<Record<string, string | Plural>>;

type NamesIn<Text> = Text extends `${string}{${infer Name}}${infer After}` ? Name | NamesIn<After> : never;
type NamesOf<Message> = Message extends { other: infer Other } ? 'count' | NamesIn<Other> : NamesIn<Message>;
type Values<Message, Value> = { [Name in NamesOf<Message>]: Name extends 'count' ? number : Value };
type Rest<Message> = [NamesOf<Message>] extends [never] ? [] : [values: Values<Message, string | number>];

/** Texts of one namespace in the chosen language. */
export interface Catalogue<M extends Messages> {
  <Key extends keyof M>(key: Key, ...values: Rest<M[Key]>): string;
  /** The sentence with elements in the places of its names. */
  rich: <Key extends keyof M>(key: Key, values: Values<M[Key], ReactNode>) => ReactNode;
  readonly english: M;
}

const names = /\{(\w+)\}/;

/** A message with its names filled in, in parts: texts, and what stands between them. */
export function filled<Value>(
  message: string | Plural,
  values: Readonly<Record<string, Value>> = {},
): (string | Value | undefined)[] {
  const text = typeof message === 'object' ? (message[pluralCategory(Number(values.count))] ?? message.other) : message;
  return text.split(names).map((part, index) => {
    const value = index % 2 === 0 ? part : values[part];
    return typeof value === 'number' ? new Intl.NumberFormat(locale()).format(value) : value;
  });
}

/** The texts of a room. */
export function catalogue<const M extends Messages>(room: keyof Translation, english: M): Catalogue<M> {
  const messageOf = (key: keyof M) => translated(room)?.[String(key)] ?? english[key] ?? '';
  return Object.assign(
    <Key extends keyof M>(key: Key, ...[values]: Rest<M[Key]>): string => filled(messageOf(key), values).join(''),
    {
      rich: <Key extends keyof M>(key: Key, values: Values<M[Key], ReactNode>): ReactNode =>
        createElement(Fragment, null, ...filled<ReactNode>(messageOf(key), values)),
      english,
    },
  );
}
