/** States of mails to customers and others, as their messages show them. */
import * as Type from 'typebox';
import { LocalizedText } from '../i18n/localized-text.ts';
import { Id, Nullable, OneOf, Seq, Timestamp } from '../schema.ts';

/** Why a mail did not arrive, or stops further mail to its address. */
export const bounceReasons = [
  'unknown_address',
  'unknown_domain',
  'mailbox_disabled',
  'mailbox_full',
  'too_large',
  'refused',
  'unreachable',
  'complaint',
  'other',
] as const;
export const BounceReason = OneOf(bounceReasons);
export type BounceReason = Type.Static<typeof BounceReason>;

/**
 * `queued` waits, also for another attempt; `sent` was accepted by the mail server; `delivered` and later states are
 * what other servers have reported since. `failed` was refused at once.
 */
export const mailStates = ['queued', 'sent', 'delayed', 'delivered', 'failed', 'bounced', 'complained'] as const;

/** States of the newest mail of a conversation. */
export const deliveryStates = ['none', ...mailStates] as const;

/** A mail with answers of a conversation, to one address. */
export const SentMail = Type.Object(
  {
    /** Its delivery. */
    id: Id,
    to: Type.String({ examples: ['customer@example.com'] }),
    /** `reply` to the customer, `copy` for a participant, `forward` to another address. */
    kind: OneOf(['reply', 'copy', 'forward']),
    /** First and last message that it contains. */
    fromSeq: Seq,
    toSeq: Seq,
    state: OneOf(mailStates),
    /** With `failed`, `bounced`, `delayed` and `complained`. */
    reason: Nullable(BounceReason),
    /** The other server's own text, or why it was not sent. */
    detail: Nullable(Type.String()),
    localized: Nullable(LocalizedText),
    /** Whether further mail to the address is stopped until a representative allows it. */
    isStopped: Type.Boolean(),
    at: Timestamp,
  },
  { $id: 'SentMail' },
);
export type SentMail = Type.Static<typeof SentMail>;
