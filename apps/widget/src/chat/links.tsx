/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';

/**
 * Web addresses and email addresses in running text. Brackets count only in pairs, and what ends a sentence is not part
 * of the address before it.
 */
const address =
  /\b(https?:\/\/|www\.)(?:\([^\s()]*\)|[^\s<>"'()])*(?:\([^\s()]*\)|[^\s<>"'().,;:!?…、。])|\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+/gi;

/** The text with its addresses clickable; everything else stays text. Links open in a tab that knows nothing of this page. */
export function linked(content: string): ComponentChildren[] {
  const parts: ComponentChildren[] = [];
  let from = 0;
  for (const { 0: text, 1: start, index } of content.matchAll(address)) {
    const scheme = start ? (start.includes(':') ? '' : 'https://') : 'mailto:';
    parts.push(
      content.slice(from, index),
      <a href={scheme + text} target="_blank" rel="noopener noreferrer nofollow ugc">
        {text}
      </a>,
    );
    from = index + text.length;
  }
  return [...parts, content.slice(from)];
}
