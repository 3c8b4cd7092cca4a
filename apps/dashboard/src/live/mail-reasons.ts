import type { InboundMail } from '@parley/contracts/channels/inbound-mail';
import { mailWords } from '../i18n/en/mail.ts';

const reasons = {
  loop: 'isLoop',
  bounce: 'isBounce',
  delivery_report: 'isDeliveryReport',
  auto_reply: 'isAutoReply',
  mailing_list: 'isMailingList',
  no_conversation: 'isNoConversation',
  not_the_customer: 'isNotTheCustomer',
  forged_sender: 'isForgedSender',
  unverified_sender: 'isUnverifiedSender',
  blocked: 'isBlocked',
  no_sender: 'isNoSender',
  too_many: 'isTooMany',
  empty: 'isEmpty',
  unreadable: 'isUnreadable',
  too_slow: 'isTooSlow',
  too_large: 'isTooLarge',
  error: 'isError',
} as const satisfies Record<NonNullable<InboundMail['reason']>, string>;

/** Returns the reason why a mail was not posted, in a sentence. */
export const mailReason = (reason: keyof typeof reasons): string => mailWords(reasons[reason]);
