/** Finds where a message is stored. */
import { aiConfigOn } from '@parley/contracts/assistant/settings';
import type { Transaction } from '@parley/db/database';
import { findOrCreateConversation } from '@parley/db/conversations/find-or-create';
import { currentConversation } from '@parley/db/conversations/read';
import type { Refusal } from '@parley/db/messages/refusal';
import { findVisitor } from '@parley/db/visitors/visitors';
import { Problem } from '@parley/contracts/problems';
import type { Context } from '../context.ts';
import type { Draft, Sender, Target } from './draft.ts';
import { mayHoldCode } from './typed-code.ts';

/** `name` is the customer's name there. */
export type Place =
  /** This conversation. */
  | { kind: 'conversation'; conversationId: string; name?: string | null }
  /** The conversation in which the customer of this one continues: it was merged, or is merged or separated right now. */
  | { kind: 'continued'; conversationId: string; name?: string | null }
  /** The visitor's newest conversation, which the statement that stores finds by itself. */
  | { kind: 'newest'; visitorId: string }
  /** The conversation that the message opens, unless another one of the visitor's has just done so. */
  | { kind: 'opened'; open: (transaction: Transaction) => Promise<string>; name: string | null };

type Reading = Pick<Context, 'db' | 'settings'>;

/**
 * Returns the place of a message. Nearly every visitor writes where they have written before: such a message takes one
 * statement, unless it has files, quotes a message or may hold a code, which is compared with those of its conversation.
 *
 * @throws Problem `not_found` for an erased visitor
 */
export async function resolve(context: Reading, sender: Sender, target: Target, draft: Draft): Promise<Place> {
  if (target !== 'newest') return { kind: 'conversation', ...target };
  const visitorId = visitorOf(sender);
  const { content, attachments, replyTo } = draft;
  if (!attachments && replyTo === undefined && content !== undefined && !mayHoldCode(content))
    return { kind: 'newest', visitorId };
  return currentPlace(context, visitorId);
}

/** Returns where to go on with a message that its place has refused; undefined if the refusal is final. */
export async function leadOn(
  context: Reading,
  { sender, target, place }: { sender: Sender; target: Target; place: Place },
  reason: Refusal['reason'],
): Promise<Place | undefined> {
  if (place.kind === 'newest') return currentPlace(context, place.visitorId);
  // To a customer a conversation is closed only where it was merged, and has moved where it was separated again since.
  const isMerged = sender.kind === 'visitor' && (reason === 'closed' || reason === 'moved');
  if (isMerged && place.kind === 'conversation') return { ...place, kind: 'continued' };
  // Deleted in the meantime: the message opens a new one.
  const isDeleted = target === 'newest' && reason === 'not_found';
  return isDeleted && place.kind !== 'opened' ? newPlace(context, visitorOf(sender)) : undefined;
}

async function currentPlace(context: Reading, visitorId: string): Promise<Place> {
  const conversation = await currentConversation(context.db, visitorId);
  if (!conversation) return newPlace(context, visitorId);
  const { id: conversationId, customerName: name, mergedInto } = conversation;
  return { kind: mergedInto ? 'continued' : 'conversation', conversationId, name };
}

async function newPlace({ db, settings }: Reading, visitorId: string): Promise<Place> {
  const [visitor, { aiConfig }] = await Promise.all([findVisitor(db, visitorId), settings.read()]);
  if (!visitor) throw noVisitor();
  const { enabled: isAiAssisted } = aiConfigOn(aiConfig, visitor.websiteId);
  const open = async (transaction: Transaction): Promise<string> => {
    const opened = await findOrCreateConversation(transaction, visitor.id, {
      websiteId: visitor.websiteId,
      customerEmail: visitor.email,
      customerName: visitor.name,
      status: isAiAssisted ? 'active' : 'waiting',
      isAiAssisted,
    });
    if (!opened) throw noVisitor();
    return opened.id;
  };
  return { kind: 'opened', open, name: visitor.name };
}

function visitorOf(sender: Sender): string {
  if (sender.kind !== 'visitor' || sender.visitorId === null) throw noVisitor();
  return sender.visitorId;
}

const noVisitor = (): Problem => new Problem('not_found', 'There is no such visitor.');
