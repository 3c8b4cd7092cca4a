import type { ReactNode } from 'react';

const address = /\bhttps?:\/\/[^\s<>"]+/g;
/** Punctuation that ends a sentence is seldom meant as the end of an address. */
const trailing = /[.,;:!?'")\]}]+$/;

/** Text with its web addresses as links. Nothing is ever read as HTML. */
export function linkedText(text: string): ReactNode {
  const parts: ReactNode[] = [];
  let from = 0;
  for (const match of text.matchAll(address)) {
    const url = match[0].replace(trailing, '');
    parts.push(text.slice(from, match.index));
    parts.push(
      <a key={match.index} href={url} target="_blank" rel="noopener noreferrer nofollow">
        {url}
      </a>,
    );
    from = match.index + url.length;
  }
  if (parts.length === 0) return text;
  parts.push(text.slice(from));
  return parts;
}
