/** A visitor writes. The first message opens the conversation. */
import type { AttachmentInputs } from '@parley/contracts/attachments';
import type { ConversationChannel } from '@parley/contracts/channels/list';
import type { Website } from '@parley/contracts/entities';
import { Problem } from '@parley/contracts/problems';
import type { Transaction } from '@parley/db/database';
import { currentConversationId, findOrCreateConversation } from '@parley/db/conversations/find-or-create';
import { findConversation } from '@parley/db/conversations/read';
import { findVisitor, type Visitor } from '@parley/db/visitors/visitors';
import { findWebsite } from '@parley/db/websites/websites';
import type { VisitorCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { type Posted, postMessage, type Sender } from '../messages/post.ts';

export interface VisitorDraft {
  /** May be left out where there are attachments. */
  content?: string | undefined;
  attachments?: AttachmentInputs | undefined;
  clientMessageId: string;
  /** The widget unless told. */
  via?: ConversationChannel;
}

/**
 * Posts into the visitor's conversation, opening it when there is none: `active` and answered by the assistant while
 * AI is enabled, otherwise `waiting`. A closed conversation reopens the same way.
 *
 * @throws Problem `not_found` when the visitor was erased, and as `postMessage`.
 */
export async function postVisitorMessage(
  context: Context,
  caller: VisitorCaller | Pick<VisitorCaller, 'visitorId'>,
  draft: VisitorDraft,
): Promise<Posted> {
  const { aiConfig } = await context.settings.read();
  const existing = await currentConversationId(context.db, caller.visitorId);
  const conversation = existing && (await findConversation(context.db, existing));
  if (conversation) {
    const sender: Sender = { type: 'customer', visitorId: caller.visitorId, name: conversation.customerName };
    const reopenAs = aiConfig.enabled && conversation.isAiAssisted ? 'active' : 'waiting';
    return postMessage(context, sender, { via: 'widget', ...draft, conversationId: conversation.id, reopenAs });
  }
  const visitor = await findVisitor(context.db, caller.visitorId);
  if (!visitor) throw noVisitor();
  const website = visitor.websiteId === null ? undefined : await findWebsite(context.db, visitor.websiteId);
  const sender: Sender = { type: 'customer', visitorId: visitor.id, name: visitor.name };
  const open = opening(visitor, website, aiConfig.enabled);
  return postMessage(context, sender, { via: 'widget', ...draft, open });
}

/** Opens the visitor's conversation, unless another message of theirs has just done so. */
function opening(visitor: Visitor, website: Website | undefined, isAiAssisted: boolean) {
  return async (transaction: Transaction): Promise<string> => {
    const opened = await findOrCreateConversation(transaction, visitor.id, () => ({
      websiteId: visitor.websiteId,
      websiteDomain: website?.domain ?? null,
      customerEmail: visitor.email,
      customerName: visitor.name,
      status: isAiAssisted ? 'active' : 'waiting',
      isAiAssisted,
    }));
    if (!opened) throw noVisitor();
    return opened.id;
  };
}

const noVisitor = (): Problem => new Problem('not_found', 'There is no such visitor.');
