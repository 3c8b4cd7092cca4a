/** Limits of the search: docs/product.md#limits. */

/** Maximum length of a search query. */
export const searchMaxLength = 200;
