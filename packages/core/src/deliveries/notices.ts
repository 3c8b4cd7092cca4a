/** Writes notices about a conversation, once for mail, Slack, boards and cards alike. */
import { messageWords } from '../text/message-words.ts';
import type { DeliveryChannel } from '@parley/contracts/channels/list';
import type { Message } from '@parley/contracts/entities';
import { unansweredAfterMinutes } from '@parley/contracts/conversations/limits';
import type { NoticeKind } from '@parley/contracts/notices';
import { englishOf, type LocalizedText, localize } from '@parley/contracts/i18n/server-texts';
import type { NewDelivery } from '@parley/db/deliveries/deliveries';
import type { ConversationState } from '@parley/db/conversations/read';
import type { Context } from '../context.ts';
import type { PayloadOf } from './payload.ts';

export type PlannedDelivery = Omit<NewDelivery, 'channel'> & { channel: DeliveryChannel };

export interface NoticeSubject {
  eventId: string;
  about: NoticeKind;
  state: ConversationState;
  text: string;
}

/** How each is headed where people read it. */
const titles: Record<NoticeKind, LocalizedText> = {
  new_conversation: localize('new_conversation'),
  hand_off: localize('hand_off'),
  unanswered: localize('unanswered', { minutes: unansweredAfterMinutes }),
};

/** The conversation in the dashboard. */
export const conversationUrl = (context: Pick<Context, 'publicUrl'>, conversationId: string): string =>
  `${context.publicUrl}/conversations?selected=${conversationId}`;

/** Returns the customer's name, else their address, in English for notices. */
export const customerOf = (state: Pick<ConversationState, 'customerName' | 'customerEmail'>): string =>
  state.customerName ?? state.customerEmail ?? 'Anonymous';

/** Returns the website's domain, in English for notices. */
export const websiteOf = (state: Pick<ConversationState, 'websiteDomain'>): string =>
  state.websiteDomain ?? 'Unknown website';

/** Returns the payload of a notice to the team on any integration. */
export const notice = (
  context: Pick<Context, 'publicUrl'>,
  { about, state, text }: NoticeSubject,
): PayloadOf<'notice'> => ({
  kind: 'notice',
  about,
  title: englishOf(titles[about]),
  customer: customerOf(state),
  website: websiteOf(state),
  text,
  url: conversationUrl(context, state.id),
});

/** Returns the summary of a delivery for the log. */
export const summaryOf = (localized: LocalizedText): Pick<NewDelivery, 'summary'> & { localized: LocalizedText } => ({
  summary: englishOf(localized),
  localized,
});

type Planned = { eventId: string; state: ConversationState } & ({ title: LocalizedText } | { about: NoticeKind });

/** Returns a delivery about a conversation, with the notice's title in the log, or its own. */
export const planned = (
  subject: Planned,
  channel: DeliveryChannel,
  target: string,
  payload: PlannedDelivery['payload'],
): PlannedDelivery => ({
  channel,
  eventId: subject.eventId,
  target,
  ...summaryOf('title' in subject ? subject.title : titles[subject.about]),
  conversationId: subject.state.id,
  payload,
});

/** The last thing the customer wrote. */
export const lastWords = (messages: readonly Message[]): string => {
  const last = messages.findLast((message) => message.senderType === 'customer');
  return last ? messageWords(last) : '';
};
