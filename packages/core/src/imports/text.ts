/** Makes texts of other products into ours: HTML into Markdown, which shows no element of it. */
import { plainTextOf, isFormatted } from '@parley/contracts/text/plain-text';
import { readRichText } from '@parley/contracts/text/rich-text';
import { wholeStart } from '@parley/contracts/text/clean-line';
import { htmlAsMarkdown } from '../knowledge/html-markdown.ts';

interface Given {
  text?: string | null | undefined;
  html?: string | null | undefined;
}

/** Longest text of a message that is stored: what search indexes of one. */
const longest = 100_000;

/** Text with its formatting, if it has any; both empty where there is nothing to read. */
export interface Adopted {
  content: string;
  markdown: string | null;
  isShortened: boolean;
}

const linkOf = (href: string | null): string | null =>
  href !== null && /^(https?:\/\/|mailto:)/i.test(href) ? href : null;

/** Returns the Markdown of a text or of HTML. */
export const markdownOf = ({ text, html }: Given): string =>
  html ? htmlAsMarkdown(html, linkOf).trim() : (text ?? '').trim();

/** Returns a text as it is stored. Plain text stays plain, whatever signs it has. */
export function adopt(given: Given): Adopted {
  const whole = markdownOf(given);
  const isShortened = whole.length > longest;
  const text = isShortened ? `${wholeStart(whole, longest - 1)}…` : whole;
  if (!given.html) return { content: text, markdown: null, isShortened };
  const nodes = readRichText(text);
  return { content: plainTextOf(nodes), markdown: isFormatted(nodes) ? text : null, isShortened };
}
