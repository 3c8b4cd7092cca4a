/** Outcomes of incoming mail. */
import * as Type from 'typebox';
import { Id, Nullable, OneOf, Timestamp } from '../schema.ts';

/** Why a mail was left aside. */
export const ignoredReasons = [
  'loop',
  'bounce',
  'delivery_report',
  'auto_reply',
  'mailing_list',
  'no_conversation',
  'not_the_customer',
  'forged_sender',
  'unverified_sender',
  'blocked',
  'no_sender',
  'too_many',
  'empty',
] as const;
export type IgnoredReason = (typeof ignoredReasons)[number];

/** Reasons why a mail could not be read; `error` is an unexpected one. */
export const failedReasons = ['unreadable', 'too_slow', 'too_large', 'error'] as const;
export type FailedReason = (typeof failedReasons)[number];

/** A mail that came in, as the list of them shows it. */
export const InboundMail = Type.Object(
  {
    id: Id,
    receivedAt: Timestamp,
    /** `imap`: from the mailbox; `smtp`: through the installation's own SMTP server; `webhook`: by a provider's call. */
    source: OneOf(['imap', 'smtp', 'webhook']),
    senderName: Nullable(Type.String()),
    senderAddress: Nullable(Type.String()),
    subject: Nullable(Type.String()),
    /** `stored` is not understood yet. */
    status: OneOf(['stored', 'posted', 'ignored', 'failed']),
    /** With `ignored` and `failed`. */
    reason: Nullable(OneOf([...ignoredReasons, ...failedReasons])),
    /** With `posted`, and with `ignored` where the team of a conversation is shown it. */
    conversationId: Nullable(Id),
  },
  { $id: 'InboundMail' },
);
export type InboundMail = Type.Static<typeof InboundMail>;
