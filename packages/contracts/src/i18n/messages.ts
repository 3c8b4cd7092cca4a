/**
 * The format of every localized text, in whichever program, and the rule by which it is filled in:
 *
 * - A catalogue has the messages of one part of a program, by key. A sentence is one message, never put together from
 *   pieces.
 * - `{name}` is replaced when the message is shown. A number is written as the language writes it; pass what is no
 *   quantity (a port, a year) as a string.
 * - A message about a number is a `Plural`, whose form is chosen by `count`.
 * - A key that a language lacks, or a name that isn't filled in, does not compile. `apps/dashboard/test/catalogues.test.ts` finds
 *   translations that leave out a name or a plural form.
 */

/** Sentence about `count`, by the category of the language's plural rules; `other` is used where one is missing. */
export type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };
export type Message = string | Plural;
export type Messages = Readonly<Record<string, Message>>;

/** The same keys, each as long and as plural as the language wants it. */
export type Translated<M extends Messages> = { readonly [Key in keyof M]: M[Key] extends string ? string : Plural };

/** Messages in whichever language, English included. */
export type AnyTranslation<M extends Messages> = { readonly [Key in keyof M]: Message };

type NamesIn<Text> = Text extends `${string}{${infer Name}}${infer After}` ? Name | NamesIn<After> : never;
export type NamesOf<M> = M extends { other: infer Other } ? 'count' | NamesIn<Other> : NamesIn<M>;
/** Values for the names in a message. */
export type ValuesOf<M, Value = string | number> = {
  [Name in NamesOf<M>]: Name extends 'count' ? number : Value;
};
export type Rest<M, Value = string | number> = [NamesOf<M>] extends [never] ? [] : [values: ValuesOf<M, Value>];

/** Returns a text of a catalogue in one language. */
export type Translate<M extends Messages> = <Key extends keyof M>(key: Key, ...values: Rest<M[Key]>) => string;

const plurals: Record<string, Intl.PluralRules> = {};

/** Returns a message in parts: its texts, and between them the values of its names. */
export function partsOf<Value>(
  message: Message,
  values: Readonly<Record<string, Value>>,
  locale: string,
): (string | Value | undefined)[] {
  const text =
    typeof message === 'string'
      ? message
      : (message[(plurals[locale] ??= new Intl.PluralRules(locale)).select(Number(values.count))] ?? message.other);
  return text.split(/\{(\w+)\}/).map((part, index) => {
    const value = index % 2 ? values[part] : part;
    return typeof value === 'number' ? value.toLocaleString(locale) : value;
  });
}

/** Returns a message with its names filled in. */
export const fill = (message: Message, values: Readonly<Record<string, unknown>>, locale: string): string =>
  partsOf(message, values, locale).join('');

/**
 * Returns the `t()` of a catalogue in one language.
 *
 * @example
 * const t = translator<typeof english>(german, 'de-AT');
 * t('unread', { count: 3 });
 */
export const translator =
  <M extends Messages>(messages: AnyTranslation<M>, locale: string): Translate<M> =>
  (key, ...[values]) =>
    partsOf(messages[key], values ?? {}, locale).join('');
