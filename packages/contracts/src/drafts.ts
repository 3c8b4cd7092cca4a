/** What somebody of the team has written and not sent yet: their own, on every device of theirs. */
import * as Type from 'typebox';
import { messageMaxLength } from './limits.ts';
import { Id, OneOf, Timestamp } from './schema.ts';

export const draftKinds = ['reply', 'note'] as const;
export const DraftKind = OneOf(draftKinds);
export type DraftKind = Type.Static<typeof DraftKind>;

/** How often it was saved, which tells one state from another. */
export const DraftRevision = Type.Integer({ minimum: 0, maximum: 2_147_483_647 });

/** As it was typed: with its spaces, and room beyond what a message may have. */
export const DraftContent = Type.String({ minLength: 1, maxLength: 2 * messageMaxLength });

export const Draft = Type.Object(
  {
    conversationId: Id,
    kind: DraftKind,
    /** The `clientMessageId` or `clientNoteId` that it is sent under, which removes it. */
    id: Id,
    content: Type.String({ examples: ['Yes, we have three of'] }),
    revision: DraftRevision,
    updatedAt: Timestamp,
  },
  { $id: 'Draft' },
);
export type Draft = Type.Static<typeof Draft>;
