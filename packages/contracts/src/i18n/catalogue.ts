/** Catalogues of the server, which writes to customers and to the team in each one's language. */
import type { Language } from '../text/languages.ts';
import { type AnyTranslation, type Messages, type Translate, type Translated, translator } from './messages.ts';

export interface Catalogue<M extends Messages> {
  /** Returns the catalogue's `t()` in a language. */
  (language: Language): Translate<M>;
  /** The messages by language, as they are written. */
  readonly languages: Readonly<Record<Language, AnyTranslation<M>>>;
}

/**
 * Makes a catalogue of texts in every language; English is the source of its keys and names.
 *
 * @example
 * const texts = catalogue({ en: { title: 'Conversation with {team}' }, … });
 * texts('de')('title', { team: 'Acme' });
 */
export function catalogue<const M extends Messages>(
  languages: { en: M } & Record<Exclude<Language, 'en'>, Translated<NoInfer<M>>>,
): Catalogue<M> {
  return Object.assign((language: Language) => translator<M>(languages[language], language), { languages });
}
