/** What the fields of several channels share. */

/** Two fields beside each other where there is room. */
export const twoColumns = { base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' };

/** Parsed as an integer (product specification section 5); nonsense is left to the server to refuse. */
export const integerOf = (text: string): number => Number.parseInt(text, 10) || 0;
