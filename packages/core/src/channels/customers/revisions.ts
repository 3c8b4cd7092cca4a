/** What the team changes, or removes, after a channel has taken it to its customer: there too, where the channel can. */
import { customerChannels } from '@parley/contracts/channels/list';
import { Problem } from '@parley/contracts/problems';
import { say } from '@parley/contracts/sayings';
import type { SentPiece } from '@parley/db/channels/sends';
import type { SentMessage } from '@parley/db/messages/revise';
import { messageWords } from '../../messages/words.ts';
import { piecesOf } from './pieces.ts';

const hourMs = 3_600_000;

/**
 * Passes where what was sent can become another text, or null for none, where it was read.
 * @throws Problem `conflict` for what is too old, still on its way, has files, or would have to become more messages than it was
 */
export function assertChannelTakes({ message, channel, pieces }: SentMessage, content: string | null): void {
  const used = new Set([...(channel === 'widget' ? [] : [channel]), ...pieces.map((piece) => piece.channel)]);
  for (const { id, name, customers } of customerChannels) {
    if (!used.has(id) || !customers.edits) continue;
    // Of files sent together the channel has told one name alone.
    if (message.attachments?.length) throw new Problem('conflict', say('message_taken_along', { by: name }));
    const { editHours: hours } = customers;
    if (hours !== undefined && Date.now() - Date.parse(message.createdAt) > hours * hourMs)
      throw new Problem('conflict', say('edit_too_late', { name, hours }));
    const theirs = pieces.filter((piece) => piece.channel === id);
    if (theirs.length === 0 || theirs.some(({ externalId }) => externalId === null))
      throw new Problem('conflict', say('edit_on_its_way', { name }));
    for (const one of Map.groupBy(theirs, ({ address }) => address).values()) {
      const texts = textsOf(
        one,
        content === null ? '' : messageWords({ ...message, content }),
        customers.longestMessage,
      );
      if (texts.length > one.length) throw new Problem('conflict', say('edit_too_long', { name }));
    }
  }
}

/** What each part says of a message that went to one customer in these parts; fewer than those where there is less to say. */
export function textsOf([first]: readonly SentPiece[], words: string, longest: number): string[] {
  const signature = first?.signature ?? '';
  const room = longest - (signature === '' ? 0 : signature.length + 1);
  return piecesOf(words, longest, room).map(([from, to], index) => {
    const part = words.slice(from, to);
    return index === 0 && signature !== '' ? `${signature}\n${part}` : part;
  });
}
