/**
 * Buttons below a message: as reply buttons or a list, whichever takes them, otherwise as text. A customer who types a
 * label word for word has pressed it.
 * https://developers.facebook.com/docs/whatsapp/cloud-api/messages/interactive-reply-buttons-messages
 */
import type { MessageButton } from '@parley/contracts/messages/blocks';
import { wholeStart } from '@parley/contracts/text/clean-line';
import { choicesOf as anyChoicesOf, type Choice } from '../meta/choices.ts';

const longestBody = 1_024;
const replyButtons = { most: 3, longest: 20 };
const listRows = { most: 10, longest: 24, longestDescription: 72 };
/** Label of the button that opens a list. */
const opensList = '☰';

/** Returns the message's text with what can't be a choice, and the choices. */
export const choicesOf = (text: string, buttons: readonly MessageButton[]): { text: string; choices: Choice[] } =>
  anyChoicesOf(text, buttons, { most: listRows.most, longestBody });

/** Returns the interactive message for a text and at most ten choices. */
export function interactive(text: string, choices: readonly Choice[]) {
  const areShort = choices.every(({ label }) => label.length <= replyButtons.longest);
  const body = { text };
  if (choices.length <= replyButtons.most && areShort) {
    const buttons = choices.map(({ id, label: title }) => ({ type: 'reply', reply: { id, title } }));
    return { type: 'interactive', interactive: { type: 'button', body, action: { buttons } } };
  }
  const rows = choices.map(({ id, label }) => ({
    id,
    title: wholeStart(label, listRows.longest),
    ...(label.length > listRows.longest && { description: wholeStart(label, listRows.longestDescription) }),
  }));
  return {
    type: 'interactive',
    interactive: { type: 'list', body, action: { button: opensList, sections: [{ rows }] } },
  };
}
