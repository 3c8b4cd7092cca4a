import type { Catalogue, Messages, Plural } from './catalogue.ts';
import type { notes } from './en/notes.ts';
import type { ownership } from './en/ownership.ts';
import type { profile } from './en/profile.ts';

/** The same keys, each as long and as plural as the language wants it. */
type Translated<C> =
  C extends Catalogue<infer M extends Messages>
    ? { [Key in keyof M]?: M[Key] extends string ? string : Plural }
    : never;

/** Every room's texts in another language. */
export interface Translation {
  notes?: Translated<typeof notes>;
  ownership?: Translated<typeof ownership>;
  profile?: Translated<typeof profile>;
}
