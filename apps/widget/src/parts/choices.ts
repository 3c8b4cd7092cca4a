/**
 * Shows the answers that a visitor can give in one tap, and the question whether an answer helped once the chat rests:
 * loaded with the first message that has choices. Drawn without Preact, so that it needs nothing of the chat.
 */
import type { View } from '../chat/view.ts';
import { make, styleOnce } from '../dom.ts';

/** The question waits a moment: a customer who goes on writing isn't asked. */
const styles =
  '.choices { margin-top: 14px; text-align: center; font-size: 13px; color: var(--quiet); }' +
  '.choices .pill { display: inline-flex; margin: 8px 4px 0; }' +
  '.choices[data-rests] { animation: rest 3s; } @keyframes rest { 0%, 99% { visibility: hidden; } }';

/** Draws the choices of the newest message into `box`. */
export function draw(root: ShadowRoot, box: HTMLElement, { state, talk }: Pick<View, 'state' | 'talk'>): void {
  const { choices = [], question } = state.messages.at(-1) ?? {};
  styleOnce(root, styles);
  box.className = 'choices';
  box.toggleAttribute('data-rests', question !== undefined);
  if (question) box.append(make('div', {}, question));
  for (const choice of choices) {
    const button = make('button', { type: 'button', className: 'pill' }, choice);
    button.addEventListener('click', () => talk.send(choice));
    box.append(button);
  }
}
