/** Words that the page behind a link has about itself. No picture: it would tell a stranger's server who reads the message. */
import * as Type from 'typebox';
import { Nullable } from '../schema.ts';

export const LinkPreview = Type.Object(
  {
    url: Type.String({ examples: ['https://shop.example.com/grinders'] }),
    host: Type.String({ examples: ['shop.example.com'] }),
    title: Type.String({ examples: ['Coffee grinders'] }),
    description: Nullable(Type.String()),
  },
  { $id: 'LinkPreview' },
);
export type LinkPreview = Type.Static<typeof LinkPreview>;

/** Whole paths of pages that anyone may open as often as they like: no query, and no part that may be a code. */
const openPath = /^(\/[^/]{0,60})*\/?$/;
const code = /[^/-]{24,}|\b(confirm|reset|verify|unsubscribe|invite|login|logout|signin|token)\b/i;

/**
 * Whether the server may open the page behind a link. Never one that a single visit may use up or that holds a secret:
 * with a query, a long word without a break, or the words of such pages in its path.
 */
export function isPreviewable(href: string): boolean {
  if (!/^https?:\/\//i.test(href) || !URL.canParse(href)) return false;
  const { search, pathname, username, port } = new URL(href);
  return !search && !username && !port && openPath.test(pathname) && !code.test(pathname);
}
