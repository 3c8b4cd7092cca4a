import { plainText } from '@parley/contracts/text/plain-text';

/** Returns the new text of a message or note: what had formatting is edited as Markdown and stays formatted. */
export const revised = (text: string, former: string | undefined): { content: string; markdown?: string } =>
  former === undefined ? { content: text } : { content: plainText(text) || text, markdown: text };
