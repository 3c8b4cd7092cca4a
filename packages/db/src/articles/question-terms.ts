/** The words by which what is alike is found. */
import { type RawBuilder, sql } from 'kysely';

/** Dictionaries of the languages for which Postgres has stop words. */
const dictionaries = ['dutch', 'english', 'french', 'german', 'italian', 'portuguese', 'spanish', 'swedish'].map(
  (language) => `pg_catalog.${language}_stem`,
);

/** Weight of a stop word (`the`, `how`, `und`) relative to other words. */
const fillerWorth = 0.05;

/**
 * Selects rows of `lexeme` and `worth`: the words of a text, at most 32. Stop words come last and have little weight;
 * of the others the longest come first, because short words distinguish the least.
 */
export const questionTerms = (text: string): RawBuilder<unknown> => sql`
  select lexeme, case when is_filler then ${fillerWorth}::float8 else 1 end as worth
  from unnest(tsvector_to_array(search_document(${text}))) as lexeme
  cross join lateral (
    select exists (
      select from unnest(${dictionaries}::regdictionary[]) as language where ts_lexize(language, lexeme) = '{}'
    ) as is_filler
  ) known
  where char_length(lexeme) > 2 or lexeme !~ '^[a-z]+$'
  order by is_filler, char_length(lexeme) desc limit 32`;

/** Any of the words in a column called `lexeme`. */
export const anyOf = sql`string_agg(quote_literal(lexeme), ' | ')::tsquery`;
