/** Parts of events that Meta's apps have in common. */
import { buttonsOf } from '@parley/contracts/messages/blocks';
import type { ResponseDraft } from '@parley/contracts/messages/blocks';
import { type Chat, messageByReference } from '@parley/db/channels/sends';
import { findAsked, findMessage } from '@parley/db/messages/read';
import type { Understood } from '../../deliveries/descriptor.ts';
import type { ExternalContext } from '../../external/services.ts';
import { pressedButton } from './choices.ts';

/** Returns the change by a customer's reaction: they have one to a message, which the next one replaces. */
export async function reactionTo(
  { db }: ExternalContext,
  chat: Chat,
  reference: string,
  emoji: string,
): Promise<Understood> {
  const place = await messageByReference(db, chat, reference);
  const reactedTo = place && (await findMessage(db, place.conversationId, place.seq));
  const before = (reactedTo?.reactions ?? []).flatMap((each) => (each.senderType === 'customer' ? [each.emoji] : []));
  const added = emoji ? [emoji] : [];
  const removed = before.filter((each) => !added.includes(each));
  return { what: 'reaction', address: chat.address, reference, added, removed };
}

/** Returns the message that one answers or quotes, with the label of the button that was pressed there. */
export async function answerTo(
  { db }: ExternalContext,
  chat: Chat,
  { quoted, chosen = '' }: { quoted: string | undefined; chosen?: string | undefined },
): Promise<{ replyTo?: string; response?: ResponseDraft; label?: string }> {
  const place = quoted === undefined ? undefined : await messageByReference(db, chat, quoted);
  if (!place) return {};
  const button = pressedButton(chosen);
  const asked = button && (await findAsked(db, [place.conversationId], place.id, null));
  const pressed = asked ? buttonsOf(asked.blocks).find(({ id, url }) => id === button && url === undefined) : undefined;
  return pressed ? { response: { to: place.id, button: pressed.id }, label: pressed.label } : { replyTo: place.id };
}
