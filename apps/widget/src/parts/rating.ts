/**
 * Asks how satisfied the visitor is with a closed conversation, below its last message: loaded when the server asks.
 * Drawn without Preact, beside what the chat has drawn.
 */
import { ratingTexts } from '@parley/contracts/i18n/catalogues/ratings';
import {
  ratingCommentMaxLength,
  type RatingReason,
  reasonsFor,
  type Score,
  scores,
} from '@parley/contracts/ratings/limits';
import type { AskedRating } from '@parley/contracts/ratings/ratings';
import type { Chat } from '../chat/mount.tsx';
import { make, styleOnce } from '../dom.ts';
import { ratingsPath } from '../contract.static.ts';
import type { WidgetPage } from '../loader/widget-page.ts';
import type { Talk } from '../talk/talk.ts';

const styles = `
.rating .scores, .rating .chips { display: flex; gap: 6px; margin-top: 10px; }
.rating .chips { flex-wrap: wrap; }
.rating .scores button { flex: 1; min-height: 44px; border: 1px solid var(--edge); border-radius: 12px; font-weight: 600; }
.rating .chips .pill { margin: 0; min-height: 34px; }
.rating [aria-pressed=true] { background: var(--primary); color: var(--on-primary); border-color: transparent; }
.rating .ends { display: flex; justify-content: space-between; gap: 12px; margin-top: 4px; font-size: 12px; color: var(--quiet); }
.rating .ends :last-child { text-align: end; }
.rating .more { margin-top: 14px; }
.rating .field { margin-top: 10px; border-radius: 14px; }
.rating .save { width: 100%; height: 40px; margin: 10px 0 0; font-weight: 600; }
`;

interface Card {
  id: string;
  element: HTMLElement;
}
const cards = new WeakMap<Talk, Card>();

/** Draws the question at the end of the log, or takes it away. */
export function draw(
  { launcher: { root }, locale }: Pick<WidgetPage, 'launcher' | 'locale'>,
  talk: Pick<Talk, 'state' | 'visitor'>,
  chat: Pick<Chat, 'update'>,
): void {
  const box = root.querySelector('.box');
  const { rating, status } = talk.state;
  const before = cards.get(talk as Talk);
  if (!box || !rating || status !== 'closed') {
    before?.element.remove();
    return;
  }
  const isNew = before?.id !== rating.id;
  if (isNew) before?.element.remove();
  const card = isNew ? { id: rating.id, element: ask(talk, rating, locale.language) } : before;
  cards.set(talk as Talk, card);
  styleOnce(root, styles);
  // The chat draws new messages behind what it knows of.
  if (box.lastElementChild !== card.element) box.append(card.element);
  // The log follows its end when it is drawn.
  if (isNew) chat.update({});
}

function ask(
  talk: Pick<Talk, 'visitor'>,
  rating: AskedRating,
  language: WidgetPage['locale']['language'],
): HTMLElement {
  const t = ratingTexts(language);
  const question = make('div', { id: 'rating-question', dir: 'auto' }, rating.question ?? t('question'));
  const status = make('p', { className: 'status' });
  status.role = 'status';
  const more = make('div', { className: 'more', hidden: true });
  const chosen = new Set<RatingReason>();
  let given = rating.score;

  const send = async (answer: { score: Score; reasons?: RatingReason[]; comment?: string }): Promise<boolean> => {
    try {
      await talk.visitor?.call('POST', `${ratingsPath}/${rating.id}`, answer);
      status.className = 'status';
      status.textContent = t('thanks');
      return true;
    } catch {
      status.className = 'status problem';
      status.textContent = t('failed');
      return false;
    }
  };

  const buttons = scores.map((score) => {
    const button = make('button', { type: 'button', ariaLabel: t('score', { score }) }, String(score));
    button.ariaPressed = String(score === given);
    button.addEventListener('click', () => void choose(score));
    return button;
  });

  async function choose(score: Score): Promise<void> {
    const isOther = given === null || reasonsFor(given) !== reasonsFor(score);
    given = score;
    for (const [index, button] of buttons.entries()) button.ariaPressed = String(scores[index] === score);
    if (isOther || more.hidden) offer(score);
    await send({ score });
  }

  /** Shows the reasons for a score, and a field for words. */
  function offer(score: Score): void {
    chosen.clear();
    const chips = reasonsFor(score).map((reason) => {
      const chip = make('button', { type: 'button', className: 'pill' }, t(reason));
      chip.ariaPressed = 'false';
      chip.addEventListener('click', () => {
        if (!chosen.delete(reason)) chosen.add(reason);
        chip.ariaPressed = String(chosen.has(reason));
      });
      return chip;
    });
    const comment = make('textarea', {
      rows: 2,
      maxLength: ratingCommentMaxLength,
      placeholder: t('comment'),
      ariaLabel: t('comment'),
    });
    const form = make(
      'form',
      {},
      make('div', {}, t(score >= 4 ? 'liked' : 'missed')),
      make('div', { className: 'chips' }, ...chips),
      make('div', { className: 'field' }, comment),
      make('button', { className: 'save' }, t('send')),
    );
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const answer = { score: given ?? score, reasons: [...chosen], comment: comment.value };
      void send(answer).then((isSent) => {
        if (!isSent) return;
        more.hidden = true;
        // The button that had the focus is gone.
        status.tabIndex = -1;
        status.focus();
      });
    });
    more.replaceChildren(form);
    more.hidden = false;
  }

  const group = make('div', { className: 'scores' }, ...buttons);
  group.role = 'group';
  group.setAttribute('aria-labelledby', question.id);
  const ends = make('div', { className: 'ends' }, make('span', {}, t('worst')), make('span', {}, t('best')));
  ends.ariaHidden = 'true';
  return make('div', { className: 'card rating' }, question, group, ends, more, status);
}
