/**
 * Buttons below a message: as reply buttons or a list, whichever takes them, otherwise as text. A customer who types a
 * label word for word has pressed it.
 * https://developers.facebook.com/docs/whatsapp/cloud-api/messages/interactive-reply-buttons-messages
 */
import type { MessageButton } from '@parley/contracts/messages/blocks';
import { wholeStart } from '@parley/contracts/text/clean-line';

/** Choice of an interactive message; its id comes back when it is chosen. */
export interface Choice {
  id: string;
  label: string;
}

const longestBody = 1_024;
const replyButtons = { most: 3, longest: 20 };
const listRows = { most: 10, longest: 24, longestDescription: 72 };
/** Label of the button that opens a list. */
const opensList = '☰';

/** Returns the id under which a button is pressed. */
export const pressOf = (id: string): string => `press ${id}`;

/** Returns the id of a pressed button; undefined for any other. */
export const pressedButton = (id: string): string | undefined => /^press ([\w-]{1,32})$/.exec(id)?.[1];

/** Returns the message's text with what can't be a choice, and the choices. */
export function choicesOf(text: string, buttons: readonly MessageButton[]): { text: string; choices: Choice[] } {
  const links = buttons.flatMap(({ label, url }) => (url === undefined ? [] : [`${label}: ${url}`]));
  const choices = buttons.flatMap(({ id, label, url }) => (url === undefined ? [{ id: pressOf(id), label }] : []));
  const whole = [text, ...links].filter(Boolean).join('\n');
  if (choices.length > 0 && whole !== '' && whole.length <= longestBody && choices.length <= listRows.most)
    return { text: whole, choices };
  return { text: [whole, ...choices.map(({ label }) => `• ${label}`)].filter(Boolean).join('\n'), choices: [] };
}

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
