/** Forwards messages of a conversation by mail, and sends answers to another address than the one they failed at. */
import { mailTexts } from '@parley/contracts/i18n/catalogues/mails';
import { localize } from '@parley/contracts/i18n/server-texts';
import { forwardMessagesMax } from '@parley/contracts/conversations/limits';
import { fieldProblem, Problem } from '@parley/contracts/problems';
import { isReachableEmail } from '@parley/contracts/text/email-address';
import { conversationState } from '@parley/db/conversations/read';
import { recordAudit } from '../audit/record.ts';
import type { StaffCaller } from '../callers.ts';
import { addNote } from '../conversations/notes.ts';
import { deliverAll } from '../deliveries/enqueue.ts';
import { summaryOf } from '../deliveries/notices.ts';
import type { PayloadOf } from '../deliveries/payload.ts';
import { derivedId } from '../derived-id.ts';
import type { ExternalContext } from '../external/services.ts';
import { missingForMail } from '../mailer/smtp.ts';
import { assertMay, refuseWithout } from '../permissions/permissions.ts';
import { requesterOf } from '../permissions/requester.ts';
import { cleanContent } from '../text/content.ts';
import { languageOf } from '@parley/contracts/text/languages';

export interface Forward {
  to: string;
  /** First and last message; the whole conversation without them. */
  fromSeq?: number | undefined;
  toSeq?: number | undefined;
  /** Text above the messages. */
  comment?: string | undefined;
  clientRequestId: string;
}

/**
 * Forwards messages, with their files, to an address, and writes a note of it for the team. Answers are shown to the
 * team alone. Under one `clientRequestId` it is sent once.
 *
 * @throws Problem `not_found`, `not_configured`, `invalid` for an address that mail can't reach or a range without
 * messages, `too_large` for too many messages
 */
export async function forwardMessages(
  context: ExternalContext,
  caller: StaffCaller,
  conversationId: string,
  { to, fromSeq = 1, toSeq, comment = '', clientRequestId }: Forward,
): Promise<void> {
  await assertMay(context, caller, 'conversations.reply', { conversationId });
  await refuseWithout(context, caller, 'conversations.note');
  const state = await conversationState(context.db, conversationId);
  if (!state || state.hidden) throw new Problem('not_found', localize('no_such_conversation'));
  const { emailConfig } = await context.settings.read();
  const missing = missingForMail(emailConfig, context.external);
  if (missing !== null) throw new Problem('not_configured', missing);
  const target = to.trim().toLowerCase();
  if (!isReachableEmail(target)) throw fieldProblem('invalid', 'to', localize('must_be_email'));
  const until = Math.min(toSeq ?? state.lastSeq, state.lastSeq);
  if (fromSeq > until) throw fieldProblem('invalid', 'fromSeq', localize('no_such_message'));
  if (until - fromSeq >= forwardMessagesMax)
    throw new Problem('too_large', localize('forward_too_long', { max: forwardMessagesMax }));
  const text = comment.trim() === '' ? '' : cleanContent(comment);
  const payload: PayloadOf<'forward'> = {
    kind: 'forward',
    fromSeq,
    toSeq: until,
    comment: text,
    askedBy: requesterOf(caller),
  };
  const eventId = derivedId(conversationId, clientRequestId, 'forward');
  await deliverAll(context, [
    { channel: 'email', eventId, target, ...summaryOf(localize('forwarded_messages')), conversationId, payload },
  ]);
  const t = mailTexts(languageOf(caller.user.language ?? '') ?? 'en');
  const note = [t('forwardedTo', { address: target }), ...(text === '' ? [] : [text])].join('\n\n');
  await addNote(context, caller, conversationId, { content: note, clientNoteId: derivedId(eventId, target, 'note') });
  await recordAudit(context, caller, {
    action: 'mail.forwarded',
    subject: { type: 'conversation', id: conversationId },
    // The log of deliveries has the address, so that erasing can find all copies.
    details: { messages: until - fromSeq + 1 },
  });
}
