/** Sending a delivery's mail, and remembering its Message-ID so that the answer finds its conversation. */
import type { DeliveryRow } from '@parley/db/deliveries/deliveries';
import { conversationState, type ConversationState } from '@parley/db/conversations/read';
import { mailThreadEnds, rememberMail } from '@parley/db/mail/threads';
import { findMessage, messagesAfter } from '@parley/db/messages/read';
import { findVisitor } from '@parley/db/visitors/visitors';
import { detectLanguage } from '../ai/language.ts';
import type { PayloadOf } from '../deliveries/payload.ts';
import { CallFailed } from '../integrations/answer.ts';
import type { OutsideContext } from '../integrations/outside.ts';
import { sendMail } from '../integrations/smtp.ts';
import { type ComposedMail, type ComposeInput, digestMail, notificationMail } from './compose.ts';
import { unsubscribeUrl } from './unsubscribe.ts';

/** Mails from an installation that has named no address come from here. */
export const fallbackFrom = (publicUrl: string): string => `support@${new URL(publicUrl).hostname}`;

const gone = (): CallFailed => new CallFailed('The conversation was deleted.', { transient: false });

async function stateOf(context: OutsideContext, delivery: DeliveryRow): Promise<ConversationState> {
  const state = delivery.conversationId ? await conversationState(context.db, delivery.conversationId) : undefined;
  if (!state) throw gone();
  return state;
}

async function envelopeOf(
  context: OutsideContext,
  delivery: DeliveryRow,
  state: ConversationState,
): Promise<ComposeInput> {
  const [{ emailConfig }, ends, first] = await Promise.all([
    context.settings.read(),
    mailThreadEnds(context.db, state.id, delivery.target),
    state.subject === null ? findMessage(context.db, state.id, 1) : undefined,
  ]);
  return {
    secrets: context.secrets,
    email: emailConfig,
    fallbackFrom: fallbackFrom(context.publicUrl),
    replyMailbox: context.outside.replyAddress,
    deliveryId: delivery.id,
    to: delivery.target,
    thread: {
      mailToken: state.mailToken,
      subject: state.subject ?? first?.content ?? 'Your conversation with us',
      earlier: ends ? (ends.root === ends.last ? [ends.root] : [ends.root, ends.last]) : [],
    },
  };
}

async function send(
  context: OutsideContext,
  delivery: DeliveryRow,
  { mail, seq, conversationId }: { mail: ComposedMail; seq: number | null; conversationId: string },
): Promise<{ responseStatus: number | null }> {
  const { emailConfig } = await context.settings.read();
  const response = await sendMail(emailConfig, context.outside, mail);
  await rememberMail(context.db, {
    messageId: mail.messageId,
    conversationId,
    seq,
    direction: 'out',
    address: delivery.target,
  });
  const status = Number.parseInt(response, 10);
  return { responseStatus: Number.isNaN(status) ? null : status };
}

/** To a notification recipient. */
export async function sendNotice(context: OutsideContext, delivery: DeliveryRow, payload: PayloadOf<'notice'>) {
  const state = await stateOf(context, delivery);
  const { title, customer, website, text, url } = payload;
  const mail = notificationMail({
    ...(await envelopeOf(context, delivery, state)),
    title,
    customer,
    website,
    text,
    url,
  });
  return send(context, delivery, { mail, seq: null, conversationId: state.id });
}

/** To the customer who has left: all the answers of the range. */
export async function sendDigest(
  context: OutsideContext,
  delivery: DeliveryRow,
  { fromSeq, toSeq }: PayloadOf<'digest'>,
) {
  const state = await stateOf(context, delivery);
  const range = await messagesAfter(context.db, state.id, fromSeq - 1, toSeq - fromSeq + 1);
  const messages = range.filter((message) => message.seq <= toSeq && message.senderType !== 'customer');
  const [envelope, visitor] = await Promise.all([
    envelopeOf(context, delivery, state),
    state.visitorId ? findVisitor(context.db, state.visitorId) : undefined,
  ]);
  const mail = digestMail({
    ...envelope,
    messages,
    website: state.websiteDomain,
    language: detectLanguage(messages.map((message) => message.content).join('\n'), visitor?.locale),
    unsubscribeUrl: unsubscribeUrl(context, state.mailToken),
  });
  return send(context, delivery, { mail, seq: toSeq, conversationId: state.id });
}
