/** Emoji that staff and customers put on messages. */
import type { Message, Reaction, ReactionChange } from '@parley/contracts/entities';
import { reactionLimits } from '@parley/contracts/messages/limits';
import { fieldProblem, Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import { findConversation } from '@parley/db/conversations/read';
import { changeReaction } from '@parley/db/messages/reactions';
import { isBlocked } from '@parley/db/visitors/contacts';
import type { StaffCaller, VisitorCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { ownConversationId } from '../conversations/own.ts';
import { placeOfSeq, publishContinuedReactions, shownToVisitor } from '../events/continued.ts';
import { dispatch } from '../events/dispatch.ts';
import { broadcastToConversation } from '../live/broadcast.ts';
import { blocked } from '../permissions/blocked.ts';
import { assertMay } from '../permissions/permissions.ts';

interface Place {
  conversationId: string;
  seq: number;
}

/**
 * Puts an emoji of the caller's on a message, or takes it back; repeating it changes nothing. Returns the message.
 *
 * @throws Problem `not_found`, `forbidden`, `invalid` if it isn't one emoji, `conflict` for a removed message or too
 * many reactions
 */
export async function reactToMessage(
  context: Context,
  caller: StaffCaller,
  place: Place,
  change: ReactionChange,
): Promise<Message> {
  await assertMay(context, caller, 'conversations.reply', place);
  const { id, name } = caller.user;
  return react(context, place, change, { senderType: 'representative', senderId: id, senderName: name });
}

/**
 * Puts an emoji of the visitor's on a message of their conversation, or takes it back. Returns the message as they see
 * it: in the conversation that is named, else in their newest.
 *
 * @throws Problem `not_found`, `blocked`, `invalid` and `conflict` as `reactToMessage`
 */
export async function reactAsVisitor(
  context: Context,
  caller: VisitorCaller,
  { seq, conversationId: named }: { seq: number; conversationId?: string | undefined },
  change: ReactionChange,
): Promise<Message> {
  const { db } = context;
  const { visitorId } = caller;
  if (await isBlocked(db, visitorId)) throw blocked();
  const conversationId = await ownConversationId(context, visitorId, named);
  if (!conversationId) throw noMessage();
  const place = (await placeOfSeq(context, conversationId, seq)) ?? { conversationId, seq };
  const message = await react(context, place, change, {
    senderType: 'customer',
    senderId: visitorId,
    senderName: null,
  });
  return shownToVisitor(context, conversationId, message);
}

/**
 * Puts emoji of a customer of a channel on a message, and takes back others. What can't be stored is left out: nobody is
 * there to be told.
 */
export async function reactFromChannel(
  context: Context,
  visitorId: string,
  place: Place,
  { added, removed }: { added: readonly string[]; removed: readonly string[] },
): Promise<void> {
  if (await isBlocked(context.db, visitorId)) return;
  const author = { senderType: 'customer', senderId: visitorId, senderName: null } as const;
  const changes = [
    ...removed.map((emoji) => ({ emoji: asKeyboard(emoji), isOn: false })),
    ...added.map((emoji) => ({ emoji: asKeyboard(emoji), isOn: true })),
  ];
  for (const change of changes) {
    await react(context, place, change, author).catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error;
    });
  }
}

/** An emoji as keyboards write it: channels leave out the mark for its coloured form. */
const asKeyboard = (emoji: string): string => (isEmoji(emoji) ? emoji : `${emoji}\u{fe0f}`);

async function react(
  context: Context,
  place: Place,
  { emoji, isOn }: ReactionChange,
  author: Omit<Reaction, 'emoji'>,
): Promise<Message> {
  // Taking back needs no check: what isn't there is not taken.
  if (isOn && !isEmoji(emoji)) throw fieldProblem('invalid', 'emoji', localize('cannot_be_used'));
  const reacted = await changeReaction(context.db, {
    ...place,
    reaction: { emoji, ...author },
    isOn,
    limits: { each: reactionLimits.perPerson, all: reactionLimits.perMessage },
  });
  switch (reacted.outcome) {
    case 'not_found':
      throw noMessage();
    case 'removed':
      throw new Problem('conflict', localize('message_removed'));
    case 'full':
      throw new Problem('conflict', localize('too_many_reactions'));
    case 'done':
      await Promise.all([
        publish(context, reacted.message),
        reacted.event ? dispatch(context, reacted.event) : undefined,
      ]);
      return reacted.message;
    case 'unchanged':
      return reacted.message;
  }
}

const noMessage = (): Problem => new Problem('not_found', localize('no_such_message'));

const oneEmoji = new RegExp(String.raw`^\p{RGI_Emoji}$`, 'v');

/** Whether a text is exactly one emoji, as keyboards write it. */
export const isEmoji = (text: string): boolean => oneEmoji.test(text);

/** Publishes the reactions to a message. A client that misses the frame reads them when it joins again. */
async function publish(
  context: Context,
  { conversationId, seq, reactionNo = 0, reactions = [] }: Message,
): Promise<void> {
  const conversation = await findConversation(context.db, conversationId);
  if (!conversation) return;
  await Promise.all([
    broadcastToConversation(
      context,
      conversationId,
      { type: 'message_reactions', conversationId, seq, reactionNo, reactions },
      { scope: conversation },
    ),
    publishContinuedReactions(context, conversation, { seq, reactionNo, reactions }),
  ]);
}
