/** Applies edits and removals to messages that a channel has already delivered, if the channel supports it. */
import { customerChannels } from '@parley/contracts/channels/list';
import { Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import type { SentPiece } from '@parley/db/channels/sends';
import type { SentMessage } from '@parley/db/messages/revise';
import { messageWords } from '../text/message-words.ts';
import { piecesOf } from './pieces.ts';

const hourMs = 3_600_000;

/**
 * Checks that a delivered message can be edited, or with null removed, at the receiver.
 * @throws Problem `conflict` for one that is too old, still being sent, has files, or would need more parts than before
 */
export function assertChannelTakes({ message, channel, pieces }: SentMessage, content: string | null): void {
  const used = new Set([...(channel === 'widget' ? [] : [channel]), ...pieces.map((piece) => piece.channel)]);
  for (const { id, name, customers } of customerChannels) {
    if (!used.has(id) || !customers.edits) continue;
    // For several files sent together the channel returns only one id.
    if (message.attachments?.length) throw new Problem('conflict', localize('message_taken_along', { by: name }));
    const { editHours: hours } = customers;
    if (hours !== undefined && Date.now() - Date.parse(message.createdAt) > hours * hourMs)
      throw new Problem('conflict', localize('edit_too_late', { name, hours }));
    const theirs = pieces.filter((piece) => piece.channel === id);
    if (theirs.length === 0 || theirs.some(({ externalId }) => externalId === null))
      throw new Problem('conflict', localize('edit_on_its_way', { name }));
    if (theirs.some(({ takesEdits }) => takesEdits === false))
      throw new Problem('conflict', localize('message_taken_along', { by: name }));
    for (const one of Map.groupBy(theirs, ({ address }) => address).values()) {
      const texts = textsOf(
        one,
        content === null ? '' : messageWords({ ...message, content }),
        one[0]?.longest ?? customers.longestMessage,
      );
      if (texts.length > one.length) throw new Problem('conflict', localize('edit_too_long', { name }));
    }
  }
}

/** New text of a part: its range of the message's words, behind a line of `before` units. */
export interface NewText {
  text: string;
  range: [from: number, to: number];
  before: number;
}

/** Returns the new text of each part of a delivered message; fewer than before if the text is shorter. */
export function textsOf([first]: readonly SentPiece[], words: string, longest: number): NewText[] {
  const signature = first?.signature ?? '';
  const line = signature === '' ? '' : `${signature}\n`;
  return piecesOf(words, longest, longest - line.length).map((range, index) => {
    const above = index === 0 ? line : '';
    return { text: above + words.slice(...range), range, before: above.length };
  });
}
