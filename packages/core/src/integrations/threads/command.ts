/** Reads the text of a colleague in a thread: a reply to the customer, or a command to us. */

export type ThreadCommand =
  | { do: 'reply' }
  | { do: 'note'; text: string }
  | { do: 'close' }
  | { do: 'reopen' }
  | { do: 'assign' }
  | { do: 'snooze'; minutes: number };

const unitMinutes: Readonly<Record<string, number>> = { m: 1, h: 60, d: 24 * 60 };

/**
 * Reads a text. A command is the whole message, apart from a note, which is what follows the word.
 * @example commandOf('snooze 2h') // { do: 'snooze', minutes: 120 }
 */
export function commandOf(text: string): ThreadCommand {
  const [, note] = /^note[\s:]+(\S[^]*)$/i.exec(text.trim()) ?? [];
  if (note !== undefined) return { do: 'note', text: note.trim() };
  const word = text.trim().toLowerCase().replaceAll(/\s+/g, ' ');
  if (word === 'close' || word === 'reopen') return { do: word };
  if (word === 'assign me') return { do: 'assign' };
  const [, count, unit = ''] = /^snooze (\d{1,4}) ?(m|h|d)$/.exec(word) ?? [];
  if (count !== undefined) return { do: 'snooze', minutes: Number(count) * (unitMinutes[unit] ?? 1) };
  return { do: 'reply' };
}
