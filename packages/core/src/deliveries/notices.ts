/** What the team is told about a conversation, once, for mail, Slack, boards and cards alike. */
import type { Message } from '@parley/contracts/entities';
import type { Settings } from '@parley/contracts/settings';
import type { NewDelivery } from '@parley/db/deliveries/deliveries';
import type { ConversationState } from '@parley/db/conversations/read';
import type { Context } from '../context.ts';
import { missingForMail } from '../integrations/smtp.ts';
import type { Outside } from '../integrations/outside.ts';
import type { DeliveryPayload, PayloadOf } from './payload.ts';
import type { OutsideChannel } from './retry-policy.ts';

export type PlannedDelivery = Omit<NewDelivery, 'payload' | 'channel'> & {
  channel: OutsideChannel;
  payload: DeliveryPayload;
};

export interface NoticeSubject {
  eventId: string;
  /** `New conversation`, `Hand-off`, `Unanswered for 5 minutes`. */
  title: string;
  state: ConversationState;
  text: string;
}

/** The conversation in the dashboard. */
export const conversationUrl = (context: Pick<Context, 'publicUrl'>, conversationId: string): string =>
  `${context.publicUrl}/conversations?selected=${conversationId}`;

export const customerOf = (state: Pick<ConversationState, 'customerName' | 'customerEmail'>): string =>
  state.customerName ?? state.customerEmail ?? 'Anonymous';

export const websiteOf = (state: Pick<ConversationState, 'websiteDomain'>): string =>
  state.websiteDomain ?? 'Unknown website';

export function notice(
  context: Pick<Context, 'publicUrl'>,
  { title, state, text }: NoticeSubject,
): PayloadOf<'notice'> {
  return {
    kind: 'notice',
    title,
    customer: customerOf(state),
    website: websiteOf(state),
    text,
    url: conversationUrl(context, state.id),
  };
}

const planned = (
  subject: NoticeSubject,
  channel: OutsideChannel,
  target: string,
  payload: DeliveryPayload,
): PlannedDelivery => ({
  channel,
  eventId: subject.eventId,
  target,
  summary: subject.title,
  conversationId: subject.state.id,
  payload,
});

/** To Slack and boards, as far as they are switched on. */
export function chatNotices(
  context: Pick<Context, 'publicUrl'>,
  settings: Settings,
  subject: NoticeSubject,
): PlannedDelivery[] {
  const payload = notice(context, subject);
  return (['slack', 'tigon'] as const).flatMap((channel) => {
    const { enabled, webhookHost, channel: room } = settings[`${channel}Config`];
    if (!enabled || webhookHost === '') return [];
    return [planned(subject, channel, room.trim() || webhookHost, payload)];
  });
}

/** To the notification recipients. */
export function mailNotices(
  context: Pick<Context, 'publicUrl'> & { outside: Pick<Outside, 'smtpUrl'> },
  settings: Settings,
  subject: NoticeSubject,
): PlannedDelivery[] {
  const { emailConfig } = settings;
  if (missingForMail(emailConfig, context.outside) !== null) return [];
  const payload = notice(context, subject);
  const recipients = new Set(emailConfig.notificationEmails.map((address) => address.trim().toLowerCase()));
  return [...recipients].map((address) => planned(subject, 'email', address, payload));
}

/** A card on the Trello board. */
export function cardNotice(
  context: Pick<Context, 'publicUrl'>,
  settings: Settings,
  subject: NoticeSubject,
): PlannedDelivery[] {
  const { enabled, boardId } = settings.trelloConfig;
  if (!enabled || !boardId) return [];
  const { state, text } = subject;
  return [
    planned(subject, 'trello', boardId, {
      kind: 'card',
      name: `${customerOf(state)} · ${websiteOf(state)}`,
      description: text,
      link: conversationUrl(context, state.id),
    }),
  ];
}

/** A comment on the conversation's card. */
export function cardComment(settings: Settings, subject: NoticeSubject): PlannedDelivery[] {
  const { enabled, boardId } = settings.trelloConfig;
  if (!enabled || !boardId) return [];
  return [planned(subject, 'trello', boardId, { kind: 'card_comment', text: subject.text })];
}

/** The last thing the customer wrote. */
export const lastWords = (messages: readonly Message[]): string =>
  messages.findLast((message) => message.senderType === 'customer')?.content ?? '';
