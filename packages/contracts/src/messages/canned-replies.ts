/**
 * Canned replies: a text with variables, and what is to be done with the conversation beside it. One without actions is
 * a canned reply, one with actions is a macro; they are one thing.
 */
import * as Type from 'typebox';
import { AttributeContent, AttributeKey } from '../conversations/attributes.ts';
import { Attachment, AttachmentInputs } from './attachments.ts';
import { BlocksDraft } from './blocks.ts';
import { Priority } from '../conversations/conversation-fields.ts';
import { attachmentsPerMessageMax, messageMaxLength } from './limits.ts';
import { snoozeDaysMax, tagsPerConversationMax } from '../conversations/limits.ts';
import { LocalizedText } from '../i18n/localized-text.ts';
import { Id, Name, Nullable, OneOf, Strict, Timestamp, unseen } from '../schema.ts';

/** Typed after `/`: no spaces, no slash. Kept in lower case. */
export const Shortcut = Type.String({
  minLength: 1,
  maxLength: 40,
  pattern: `^[^\\s/${unseen}]+$`,
  examples: ['refund'],
});

/** Language tag, as in `de` or `pt-BR`. Stored in lower case. */
export const LanguageTag = Type.String({
  maxLength: 20,
  pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}$',
  examples: ['de'],
});

/** A text in the language of templates (`reply-template.ts`). */
export const ReplyText = Type.String({
  maxLength: messageMaxLength,
  examples: ['Hi {{customer.firstName | "there"}}!'],
});

/** Change to the conversation, made in the transaction that stores the message. */
export const ReplyAction = Type.Union([
  Strict({ type: Type.Literal('assign'), to: Type.Union([OneOf(['me', 'nobody']), Id]) }),
  Strict({ type: Type.Literal('assign_team'), teamId: Id }),
  Strict({ type: Type.Literal('close') }),
  Strict({ type: Type.Literal('reopen') }),
  Strict({ type: Type.Literal('note'), text: ReplyText }),
  Strict({ type: Type.Literal('tag'), add: Type.Array(Id, { minItems: 1, maxItems: tagsPerConversationMax }) }),
  Strict({ type: Type.Literal('priority'), priority: Priority }),
  /** An attribute of the conversation; null takes its value away. */
  Strict({ type: Type.Literal('attribute'), key: AttributeKey, value: Nullable(AttributeContent) }),
  /** From the moment it is done; the customer's next message ends it too. */
  Strict({ type: Type.Literal('snooze'), hours: Type.Integer({ minimum: 1, maximum: snoozeDaysMax * 24 }) }),
]);
export type ReplyAction = Type.Static<typeof ReplyAction>;

export const replyActionsMax = 10;
export const ReplyActions = Type.Array(ReplyAction, { maxItems: replyActionsMax });

/** How many replies a person may have, and how many all share. */
export const repliesMax = { personal: 1_000, shared: 5_000 } as const;
/** Maximum length of an import, in characters. */
export const importMaxLength = 4 * 1024 * 1024;

const ReplyVariant = Strict({ language: LanguageTag, text: ReplyText });

/** Fields that authors of a canned reply write. */
export const replyFields = {
  name: Name({ maxLength: 120 }),
  shortcut: Shortcut,
  /** Text for customers without a variant in their language. Empty for a macro without a text. */
  text: ReplyText,
  /** Texts for other languages; at most one for each. */
  variants: Type.Array(ReplyVariant, { maxItems: 30 }),
  actions: ReplyActions,
  /** Buttons, cards or a form below the text; null for none. Pictures of cards are files of the reply. */
  blocks: Type.Optional(Nullable(BlocksDraft)),
  /** Offered in conversations of these; in all where none is named. */
  websiteIds: Type.Array(Id, { maxItems: 200 }),
};

/** All files of a reply, in their order: those that it has, and uploads of the caller's own. */
export const ReplyFiles = Type.Array(AttachmentInputs.items, { maxItems: attachmentsPerMessageMax });

export const CannedReply = Type.Object(
  {
    id: Id,
    /** Owner of a personal reply; null for a shared one. */
    ownerId: Nullable(Id),
    /** Team that shares it; null for a personal one and one that all share. */
    teamId: Nullable(Id),
    ...replyFields,
    /** Files sent with the reply, in every language. */
    attachments: Type.Optional(Type.Array(Attachment)),
    /** How often it was sent: by all, and by the caller. */
    uses: Type.Integer({ minimum: 0 }),
    ownUses: Type.Integer({ minimum: 0 }),
    lastUsedAt: Nullable(Timestamp),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { $id: 'CannedReply' },
);
export type CannedReply = Type.Static<typeof CannedReply>;

/** Macro of a message made from canned replies. The message and all actions are stored together or not at all. */
export const Macro = Strict({
  /** Which ones it was made from: they count as used. */
  cannedReplyIds: Type.Optional(Type.Array(Id, { maxItems: 20 })),
  actions: Type.Optional(ReplyActions),
  /** Assignee that the caller last saw; another one by now → 409 already_taken. */
  expectedRepresentativeId: Type.Optional(Nullable(Id)),
});
export type Macro = Type.Static<typeof Macro>;

export const importFormats = ['csv', 'chatwoot', 'intercom'] as const;
export type ImportFormat = (typeof importFormats)[number];

/** Result of an import, with the entries that it skipped. */
export const ImportReport = Type.Object({
  added: Type.Integer(),
  replaced: Type.Integer(),
  /** Entries that existed already, word for word. */
  unchanged: Type.Integer(),
  /** `line` is the line of a CSV file that an entry begins on, or its number in a list. */
  skipped: Type.Array(
    Type.Object({
      line: Type.Integer(),
      shortcut: Nullable(Type.String()),
      reason: Type.String(),
      /** The field it is about, by which `reason` begins then. */
      field: Type.Optional(Type.String()),
      localized: Type.Optional(LocalizedText),
    }),
  ),
  /** Entries that were taken with something left out or made a blank. */
  changed: Type.Array(
    Type.Object({
      line: Type.Integer(),
      shortcut: Type.String(),
      what: Type.String(),
      localized: Type.Optional(LocalizedText),
    }),
  ),
});
export type ImportReport = Type.Static<typeof ImportReport>;

/**
 * The text for a customer of this language: that of exactly it, then of the language without its region, then the one
 * that is not bound to a language.
 */
export function textFor(reply: Pick<CannedReply, 'text' | 'variants'>, language: string | null): string {
  const wanted = language?.toLowerCase() ?? '';
  const [plain = ''] = wanted.split('-');
  const variant =
    reply.variants.find((each) => each.language === wanted) ?? reply.variants.find((each) => each.language === plain);
  return variant?.text ?? reply.text;
}
