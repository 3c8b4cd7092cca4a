import { addresses, hrefOf, linkRel } from '@parley/contracts/text/links';
import type { ReactNode } from 'react';

/** Text with its addresses as links. Nothing is ever read as HTML. */
export function linkedText(text: string): ReactNode {
  const parts: ReactNode[] = [];
  let from = 0;
  for (const { 0: address, 1: start, index } of text.matchAll(addresses)) {
    parts.push(text.slice(from, index));
    parts.push(
      <a key={index} href={hrefOf(address, start)} target="_blank" rel={linkRel}>
        {address}
      </a>,
    );
    from = index + address.length;
  }
  if (parts.length === 0) return text;
  parts.push(text.slice(from));
  return parts;
}
