/** Settings of each mailbox for new mail and its answers; those of the first one are on the Email tab. */
import * as Type from 'typebox';
import { Id, Nullable, OneOf } from '../schema.ts';
import { Guarded } from '../settings/secret-fields.ts';

/** UTF-16 units of a signature, and of the text of an automatic reply. */
export const mailboxTextMaxLength = 4_000;
export const assistantDelaySecondsMax = 24 * 3600;

export const mailboxBehaviour = {
  /** Below every reply, as Markdown. */
  signature: Type.String({ maxLength: mailboxTextMaxLength }),
  /** Working times; null for those of its website and team. */
  scheduleId: Nullable(Id),
  /** When a new conversation is confirmed automatically. */
  autoReply: OneOf(['off', 'always', 'outside_hours']),
  autoReplyText: Type.String({ maxLength: mailboxTextMaxLength }),
  /** Text outside the working times; empty for the usual one. */
  autoReplyClosedText: Type.String({ maxLength: mailboxTextMaxLength }),
  /** Whether the assistant answers new conversations, and how long it waits before. */
  assistant: Type.Boolean(),
  assistantDelaySeconds: Type.Integer({ minimum: 0, maximum: assistantDelaySecondsMax }),
  /**
   * Name by which the receiving server signs its authentication results; empty for that of the environment
   * (`INBOUND_AUTHSERV_ID`).
   */
  authservId: Guarded(Type.String({ maxLength: 253, pattern: '^[^\\s;=()"]*$', examples: ['mx.example.com'] })),
};
/** Values of `mailboxBehaviour`. */
export type MailboxBehaviour = {
  [Name in keyof typeof mailboxBehaviour]: Type.Static<(typeof mailboxBehaviour)[Name]>;
};

/** Returns these values of a mailbox, or of the Email tab's settings. */
export const behaviourOf = (mailbox: MailboxBehaviour): MailboxBehaviour =>
  Object.fromEntries(
    Object.keys(mailboxBehaviour).map((name) => [name, mailbox[name as keyof MailboxBehaviour]]),
  ) as unknown as MailboxBehaviour;

export const behaviourDefaults: MailboxBehaviour = {
  signature: '',
  scheduleId: null,
  autoReply: 'off',
  autoReplyText: '',
  autoReplyClosedText: '',
  assistant: false,
  assistantDelaySeconds: 0,
  authservId: '',
};
