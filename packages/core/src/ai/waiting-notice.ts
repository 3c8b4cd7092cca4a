/**
 * Tells a customer who waits for a person that one takes over, and when. Reacts to every hand-off, however it was
 * caused, and to the message that opens a conversation which no assistant answers.
 */
import { handOffTexts } from '@parley/contracts/i18n/catalogues/hand-offs';
import { Problem } from '@parley/contracts/problems';
import { conversationState, type ConversationState } from '@parley/db/conversations/read';
import { refusesAutoReply } from '@parley/db/mail/set-aside';
import { newestMessages } from '@parley/db/messages/read';
import { findWebsite } from '@parley/db/websites/websites';
import type { Context } from '../context.ts';
import { derivedId } from '../derived-id.ts';
import { languageOf } from '../messages/customer-language.ts';
import { postMessage } from '../messages/post.ts';
import { promiseReply } from '../sla/promises.ts';

/**
 * Posts the notice once per event, in the customer's language; not when a person has answered already. After a hand-off
 * it names the colleague, otherwise only the promised time: without a promise there is no notice.
 */
export async function postWaitingNotice(
  context: Context,
  { conversationId, eventId, isHandedOff }: { conversationId: string; eventId: string; isHandedOff: boolean },
): Promise<void> {
  for (;;) {
    const state = await conversationState(context.db, conversationId);
    if (!state || state.hidden || state.status !== 'waiting' || state.lastSeq === 0) return;
    // A representative has already joined: the assistant stays silent from then on.
    if (state.assignedRepresentativeId !== null) return;
    // A mailbox confirms new mail by its automatic reply.
    if (!isHandedOff && state.channel === 'email') return;
    const messages = await newestMessages(context.db, conversationId, 10);
    const asked = messages.findLast((message) => message.senderType === 'customer');
    // Notices are automatic too.
    if (asked && (await refusesAutoReply(context.db, conversationId, asked.seq))) return;
    const language = await languageOf(context, state, messages);
    const promise = await promiseReply(context, state, language);
    const content = [isHandedOff && handOffTexts(language)('soon'), promise].filter(Boolean).join(' ');
    if (content === '') return;
    const clientMessageId = derivedId(eventId, 'hand-off notice');
    const formId = isHandedOff ? await handOffForm(context, state) : null;
    try {
      const sender = { kind: 'assistant', epoch: state.aiEpoch, isAnswer: false } as const;
      await postMessage(
        context,
        sender,
        { conversationId },
        { content, ...(formId !== null && { blocks: { formId } }), clientMessageId, onlyIfLastSeq: state.lastSeq },
      );
      return;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      // Another message arrived at the same time: check again who wrote it.
      if (error.code !== 'conversation_moved') return;
    }
  }
}

/** Returns the form that the conversation's website asks for at a hand-off; null if it asks for none. */
async function handOffForm({ db }: Context, { websiteId }: ConversationState): Promise<string | null> {
  const website = websiteId === null ? undefined : await findWebsite(db, websiteId);
  return website?.forms.handOff ?? null;
}
