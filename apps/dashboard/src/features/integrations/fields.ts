/** Parts that the fields of several channels share. */
/** Parsed as an integer (product specification section 5); nonsense is left to the server to refuse. */
export const integerOf = (text: string): number => Number.parseInt(text, 10) || 0;
