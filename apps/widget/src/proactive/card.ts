/** A card beside the closed chat: what a website says by itself. */
import { textIn, type TextByLanguage } from '@parley/contracts/proactive/text';
import { make, styleOnce } from '../dom.ts';
import { button, icon } from '../files/row.ts';
import type { Shell } from '../loader/shell.ts';
import { cardStyles } from './card.static.ts';

export const closeIcon = 'M6.5 6.5l11 11m0-11l-11 11';

export interface Card {
  label: string;
  away: { label: string; press: () => void } | undefined;
  content: Node[];
}

/** Puts a card beside the button; returns a function that takes it away. */
export function showCard(shell: Shell, { label, away, content }: Card): () => void {
  const root = shell.launcher?.root;
  if (!root) return () => undefined;
  styleOnce(root, cardStyles);
  const { language } = shell.locale();
  const stack = root.querySelector('.outreach') ?? make('div', { className: 'outreach', role: 'status' });
  if (!stack.isConnected) root.prepend(stack);
  const card = make('div', { className: 'outreach-card', role: 'region', ariaLabel: label, lang: language });
  stack.setAttribute('dir', language === 'ar' ? 'rtl' : 'ltr');
  // A live region tells only of what comes into it.
  let isGone = false;
  requestAnimationFrame(() => {
    if (!isGone) stack.append(card);
  });
  card.append(...content);
  if (away) {
    const close = button('away', '', away.press, icon(closeIcon));
    close.ariaLabel = away.label;
    card.append(close);
    card.addEventListener('keydown', ({ key }) => key === 'Escape' && away.press());
  }
  return () => {
    isGone = true;
    card.remove();
  };
}

/** Returns a text in the language of the page. */
export const saidIn = (shell: Shell, texts: TextByLanguage): string => {
  const { language, tag } = shell.locale();
  return textIn(texts, tag.startsWith(language) ? tag : language);
};
