/** Key of deletions that this browser has requested and waits for. */
export const deletion = ['delete conversations'];
