/** Settings of each mailbox for new mail and its answers; those of the first one are on the Email tab. */
import * as Type from 'typebox';
import { Id, Nullable, OneOf } from '../schema.ts';
import { Guarded } from '../settings/secret-fields.ts';

/** UTF-16 units of a signature, and of the text of an automatic reply. */
export const mailboxTextMaxLength = 4_000;
export const mailFooterMaxLength = 1_000;
export const assistantDelaySecondsMax = 24 * 3600;

export const mailboxBehaviour = {
  /**
   * Below replies of representatives without a signature of their own, as Markdown with the variables of canned
   * replies.
   */
  signature: Type.String({ maxLength: mailboxTextMaxLength }),
  /** Required text below every mail to customers, as Markdown: representatives can't change it or leave it out. */
  legalText: Type.String({ maxLength: mailboxTextMaxLength }),
  /** Picture above the mails, as `POST /api/mail/logos` returned its address; empty for none. */
  logoUrl: Type.String({
    examples: [''],
    maxLength: 100,
    pattern: '^(?:/api/images/[0-9a-f]{64}\\.(?:png|jpg|gif|webp))?$',
  }),
  /** Colour of the edge above the mails and of their links; empty for none. */
  mailColour: Type.String({ maxLength: 7, pattern: '^(?:#[0-9a-fA-F]{6})?$', examples: ['#af1f31'] }),
  /** Last lines of the mails. */
  mailFooter: Type.String({ maxLength: mailFooterMaxLength }),
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
  legalText: '',
  logoUrl: '',
  mailColour: '',
  mailFooter: '',
  scheduleId: null,
  autoReply: 'off',
  autoReplyText: '',
  autoReplyClosedText: '',
  assistant: false,
  assistantDelaySeconds: 0,
  authservId: '',
};
