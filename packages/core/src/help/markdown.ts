/** Reads an article's Markdown into the tree that pages show: formatted text with headings, tables and pictures. */
import { isSafeHref } from '@parley/contracts/text/links';
import { type RichNode, readRichText } from '@parley/contracts/text/rich-text';
import { imageAddress } from '../images/images.ts';

/** Links lead to the web, to mail, or to a place of the same site; pictures are those stored here. */
const isHref = (href: string): boolean => isSafeHref(href) || /^(?:\/(?!\/)|#)[^\s\\]*$/.test(href);

/** Reads an article's Markdown. Links and pictures that lead elsewhere than allowed stay text. */
export const readMarkdown = (text: string): RichNode[] =>
  readRichText(text, { isArticle: true, isHref, isPicture: (src) => imageAddress.test(src) });
