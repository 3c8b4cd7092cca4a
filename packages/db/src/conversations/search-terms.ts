/** What somebody typed into the search box, taken apart. */
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
  // Postgres knows no NUL.
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
