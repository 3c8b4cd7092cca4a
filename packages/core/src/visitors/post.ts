/** A visitor writes. The first message opens the conversation. */
import type { AttachmentInputs } from '@parley/contracts/attachments';
import type { ConversationChannel } from '@parley/contracts/channels/list';
import { Problem } from '@parley/contracts/problems';
import type { Transaction } from '@parley/db/database';
import { findOrCreateConversation } from '@parley/db/conversations/find-or-create';
import { currentConversation } from '@parley/db/conversations/read';
import { continuationOf } from '@parley/db/conversations/continuation';
import { insertVisitorMessage } from '@parley/db/messages/insert';
import { findVisitor, type Visitor } from '@parley/db/visitors/visitors';
import { mayHoldCode, withoutCode } from '../ai/tools/typed-code.ts';
import type { VisitorCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { announce, type Posted, postMessage, type Sender, withoutPlace } from '../messages/post.ts';
import { postOn } from './post-on.ts';

export interface VisitorDraft {
  /** May be left out where there are attachments. */
  content?: string | undefined;
  attachments?: AttachmentInputs | undefined;
  clientMessageId: string;
  /** The widget by default. */
  via?: ConversationChannel;
}

/**
 * Posts into the visitor's conversation, opening it if there is none: `active` and answered by the assistant while AI
 * is enabled, otherwise `waiting`. A closed conversation reopens the same way; a merged one continues in its target,
 * and the message is returned as the next of the visitor's own.
 *
 * @throws Problem `not_found` when the visitor was erased, and as `postMessage`.
 */
export async function postVisitorMessage(
  context: Context,
  caller: VisitorCaller | Pick<VisitorCaller, 'visitorId'>,
  given: VisitorDraft,
): Promise<Posted> {
  const { aiConfig } = await context.settings.read();
  const reopenAs = aiConfig.enabled ? 'assisted' : 'waiting';
  const posted = await postOnceMore(context, caller.visitorId, given, reopenAs);
  if (posted) return posted;
  const conversation = await currentConversation(context.db, caller.visitorId);
  const draft = {
    via: 'widget',
    ...(conversation ? await withoutTypedCode(context, conversation.id, given) : given),
  } as const;
  if (conversation) {
    const sender: Sender = { type: 'customer', visitorId: caller.visitorId, name: conversation.customerName };
    const on = await postOn(context, conversation, sender, { ...draft, reopenAs }).catch(unlessDeleted);
    if (on) return { message: on.theirs, duplicate: on.posted.duplicate };
  }
  const visitor = await findVisitor(context.db, caller.visitorId);
  if (!visitor) throw noVisitor();
  const sender: Sender = { type: 'customer', visitorId: visitor.id, name: visitor.name };
  const open = opening(visitor, aiConfig.enabled);
  return postMessage(context, sender, { ...draft, open });
}

/**
 * Nearly every message goes where its visitor has written before: it is stored by one statement, which finds the conversation
 * too. Undefined where it was not stored so.
 */
async function postOnceMore(
  context: Context,
  visitorId: string,
  { attachments, ...draft }: VisitorDraft,
  reopenAs: 'assisted' | 'waiting',
): Promise<Posted | undefined> {
  if (attachments || draft.content === undefined || mayHoldCode(draft.content)) return undefined;
  const message = withoutPlace({ type: 'customer', visitorId, name: null }, { via: 'widget', ...draft });
  const stored = await insertVisitorMessage(context.db, { ...message, senderId: visitorId, reopenAs });
  return stored && announce(context, stored);
}

/** Conversation deleted in the meantime: the message opens a new one. */
function unlessDeleted(error: unknown): undefined {
  if (!(error instanceof Problem && error.code === 'not_found')) throw error;
}

/** A draft in which no code is left that was typed in; of a merged conversation it is asked for where that leads. */
async function withoutTypedCode(context: Context, id: string, draft: VisitorDraft): Promise<VisitorDraft> {
  if (draft.content === undefined || !mayHoldCode(draft.content)) return draft;
  const place = (await continuationOf(context.db, id))?.intoId ?? id;
  return { ...draft, content: await withoutCode(context, place, draft.content) };
}

/** Opens the visitor's conversation, unless another message of theirs has just done so. */
function opening(visitor: Visitor, isAiAssisted: boolean) {
  return async (transaction: Transaction): Promise<string> => {
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
}

const noVisitor = (): Problem => new Problem('not_found', 'There is no such visitor.');
