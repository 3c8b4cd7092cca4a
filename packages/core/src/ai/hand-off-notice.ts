/** Tells the customer that a person takes over. Reacts to every hand-off, however it was caused. */
import { handOffTexts } from '@parley/contracts/i18n/catalogues/hand-offs';
import { Problem } from '@parley/contracts/problems';
import { conversationState } from '@parley/db/conversations/read';
import { refusesAutoReply } from '@parley/db/mail/set-aside';
import { newestMessages } from '@parley/db/messages/read';
import { findVisitor } from '@parley/db/visitors/visitors';
import type { Context } from '../context.ts';
import { derivedId } from '../derived-id.ts';
import { postMessage } from '../messages/post.ts';
import { promiseReply } from '../sla/promises.ts';
import { detectLanguage } from '../text/language.ts';

/** Posts the notice once per hand-off, in the customer's language; not when a person has answered already. */
export async function postHandOffNotice(
  context: Context,
  { conversationId, eventId }: { conversationId: string; eventId: string },
): Promise<void> {
  for (;;) {
    const state = await conversationState(context.db, conversationId);
    if (!state || state.hidden || state.status !== 'waiting' || state.lastSeq === 0) return;
    // A representative has already joined: the assistant stays silent from then on.
    if (state.assignedRepresentativeId !== null) return;
    const messages = await newestMessages(context.db, conversationId, 10);
    const asked = messages.findLast((message) => message.senderType === 'customer');
    // Notices are automatic too.
    if (asked && (await refusesAutoReply(context.db, conversationId, asked.seq))) return;
    const written = messages.filter((message) => message.senderType === 'customer').map((message) => message.content);
    const visitor = state.visitorId ? await findVisitor(context.db, state.visitorId) : undefined;
    const language = detectLanguage(written.slice(-3).join('\n'), visitor?.locale);
    const promise = await promiseReply(context, state, language);
    const draft = {
      content: [handOffTexts(language)('soon'), promise].filter(Boolean).join(' '),
      clientMessageId: derivedId(eventId, 'hand-off notice'),
      onlyIfLastSeq: state.lastSeq,
    };
    try {
      const sender = { kind: 'assistant', epoch: state.aiEpoch, isAnswer: false } as const;
      await postMessage(context, sender, { conversationId }, draft);
      return;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      // Another message arrived at the same time: check again who wrote it.
      if (error.code !== 'conversation_moved') return;
    }
  }
}
