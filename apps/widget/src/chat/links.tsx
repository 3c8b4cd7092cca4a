/** @jsxImportSource preact */
import { addresses, hrefOf } from '@parley/contracts/text/links';
import type { ComponentChildren } from 'preact';

/** The text with its addresses clickable; everything else stays text. Links open in a tab that knows nothing of this page. */
export function linked(content: string): ComponentChildren[] {
  const parts: ComponentChildren[] = [];
  let from = 0;
  for (const { 0: text, 1: start, index } of content.matchAll(addresses)) {
    parts.push(
      content.slice(from, index),
      <a href={hrefOf(text, start)} target="_blank" rel="noopener noreferrer nofollow ugc">
        {text}
      </a>,
    );
    from = index + text.length;
  }
  return [...parts, content.slice(from)];
}
