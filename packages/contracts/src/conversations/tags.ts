/** The team's one vocabulary of tags. */
import * as Type from 'typebox';
import { tagNameMaxLength } from './limits.ts';
import { Id, Name, OneOf, Timestamp } from '../schema.ts';

/** Names of the theme's palettes. Screens show each tag's name too, so that no meaning depends on colour alone. */
export const tagColours = ['gray', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'purple', 'pink'] as const;
export const TagColour = OneOf(tagColours);
export type TagColour = Type.Static<typeof TagColour>;

/** Two tags never have the same name, whatever its case. */
export const TagName = Name({ maxLength: tagNameMaxLength });

export const Tag = Type.Object(
  { id: Id, name: Type.String({ examples: ['Refund'] }), colour: TagColour, createdAt: Timestamp },
  { $id: 'Tag' },
);
export type Tag = Type.Static<typeof Tag>;

/** On how many conversations a tag is. */
export const TagUse = Type.Object({ tagId: Id, conversations: Type.Integer({ minimum: 0 }) });
export type TagUse = Type.Static<typeof TagUse>;
