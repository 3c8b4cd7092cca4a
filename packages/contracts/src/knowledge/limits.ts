/** Limits of articles and knowledge sources: docs/product.md#limits. Units are in the names. */

/** Maximum length of one version of an article. */
export const articleMaxLength = 20_000;
export const articlesMax = 2_000;
export const helpCategoriesMax = 100;

/** Sources of knowledge at most, and what a file that is handed in may have, in bytes. */
export const knowledgeSourcesMax = 200;
export const knowledgeFileMaxBytes = 10 * 1024 * 1024;
