/** Topics: what customers ask about, found in their words. */
import * as Type from 'typebox';
import { Id, Name, OneOf, Timestamp } from '../schema.ts';
import { topicNameMaxLength } from './limits.ts';

export const topicNamings = ['words', 'model', 'user'] as const;
export type TopicNaming = (typeof topicNamings)[number];

export const topicFields = {
  name: Name({ maxLength: topicNameMaxLength }),
  /** Hidden topics are in no report. */
  isHidden: Type.Boolean(),
};

export const Topic = Type.Object(
  {
    id: Id,
    name: Type.String({ examples: ['Late deliveries'] }),
    /** Source of the name: its most telling words, the model, or a user. */
    namedBy: OneOf(topicNamings),
    words: Type.Array(Type.String()),
    isHidden: Type.Boolean(),
    /** Conversations of the caller's scope. */
    conversations: Type.Integer({ minimum: 0 }),
    createdAt: Timestamp,
  },
  { $id: 'Topic' },
);
export type Topic = Type.Static<typeof Topic>;
