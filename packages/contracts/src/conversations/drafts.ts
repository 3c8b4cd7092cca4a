/** Unsent texts of users. A draft is private to its author and available on all of their devices. */
import * as Type from 'typebox';
import { messageMaxLength } from '../messages/limits.ts';
import { Id, OneOf, Timestamp } from '../schema.ts';

export const draftKinds = ['reply', 'note'] as const;
export const DraftKind = OneOf(draftKinds);
export type DraftKind = Type.Static<typeof DraftKind>;

/** Number of saves, to detect concurrent ones. */
export const DraftRevision = Type.Integer({ minimum: 0, maximum: 2_147_483_647 });

/** Text as typed, with its spaces; the maximum is longer than that of a message, which is trimmed. */
export const DraftContent = Type.String({ minLength: 1, maxLength: 2 * messageMaxLength });

export const Draft = Type.Object(
  {
    conversationId: Id,
    kind: DraftKind,
    /** The `clientMessageId` or `clientNoteId` that it is sent under, which removes it. */
    id: Id,
    content: Type.String({ examples: ['Yes, we have three of'] }),
    /** Whether `content` is formatted text (docs/markdown.md). */
    isMarkdown: Type.Boolean(),
    revision: DraftRevision,
    updatedAt: Timestamp,
  },
  { $id: 'Draft' },
);
export type Draft = Type.Static<typeof Draft>;
