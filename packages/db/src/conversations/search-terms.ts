import { type RawBuilder, sql } from 'kysely';

/** Parsed text of a search box. */
export interface SearchTerms {
  /** All of them must be there. Several words in one are a phrase. */
  wanted: string[];
  /** The last word, perhaps not finished yet. */
  unfinished: string | null;
  /** None of these. */
  unwanted: string[];
}

/** More than this is no search but an accident. */
const mostTerms = 10;

/**
 * `refund "blue shoes" -paypal ama` → all of `refund`, the phrase `blue shoes` and what begins with `ama`, without
 * `paypal`. What joins words (an email address, a domain, a hyphenated word) makes them a phrase.
 */
export function searchTerms(text: string): SearchTerms {
  // Postgres text can't contain NUL.
  const terms = [...text.replaceAll('\0', ' ').matchAll(/(?<minus>-)?(?:"(?<phrase>[^"]*)"?|(?<word>[^\s"]+))/gu)]
    .map(({ groups }) => ({
      unwanted: groups?.minus !== undefined,
      finished: groups?.phrase !== undefined,
      text: (groups?.phrase ?? groups?.word ?? '').trim(),
    }))
    .filter((term) => term.text !== '')
    .slice(0, mostTerms);
  const last = terms.at(-1);
  const unfinished = last && !last.finished && !last.unwanted ? last : undefined;
  return {
    wanted: terms.filter((term) => !term.unwanted && term !== unfinished).map((term) => term.text),
    unfinished: unfinished?.text ?? null,
    unwanted: terms.filter((term) => term.unwanted).map((term) => term.text),
  };
}

/** Search terms as SQL text queries. */
export interface Tsqueries {
  /** All terms together. */
  words: RawBuilder<unknown>;
  anyWord: RawBuilder<unknown>;
  /** The terms one by one; those without a word in them left out. */
  each: RawBuilder<unknown>;
  count: number;
  /** Any of the unwanted ones; null without any. */
  unwanted: RawBuilder<unknown> | null;
}

/** Compiles search terms to the forms that the search statements need. */
export function tsqueries({ wanted, unfinished, unwanted }: SearchTerms): Tsqueries {
  const terms = [
    ...wanted.map((term) => sql`search_phrase(${term}::text)`),
    ...(unfinished === null ? [] : [sql`search_prefix(${unfinished}::text)`]),
  ];
  const not =
    unwanted.length === 0
      ? null
      : sql`(${sql.join(
          unwanted.map((term) => sql`search_phrase(${term}::text)`),
          sql` || `,
        )})`;
  if (terms.length === 0) {
    const none = sql`''::tsquery`;
    return { words: none, anyWord: none, each: sql`array[]::tsquery[]`, count: 0, unwanted: not };
  }
  return {
    words: sql`(${sql.join(terms, sql` && `)})`,
    anyWord: sql`(${sql.join(terms, sql` || `)})`,
    each: sql`array(select term from unnest(array[${sql.join(terms)}]) as term where numnode(term) > 0)`,
    count: terms.length,
    unwanted: not,
  };
}

/**
 * Returns the queries and the common table expression that builds them once per statement. Written where they are
 * compared, they would be built again for every row.
 */
export function askedOnce(terms: SearchTerms): { asked: Tsqueries; once: RawBuilder<unknown> } {
  const { words, anyWord, each, count, unwanted } = tsqueries(terms);
  return {
    asked: {
      words: sql`(select words from asked)`,
      anyWord: sql`(select any_word from asked)`,
      each: sql`(select each from asked)`,
      count,
      unwanted: unwanted && sql`(select unwanted from asked)`,
    },
    once: sql`asked as materialized (
        select ${words} as words, ${anyWord} as any_word, ${each} as each, ${unwanted ?? sql`null::tsquery`} as unwanted
      )`,
  };
}
