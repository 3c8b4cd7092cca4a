/** Chat of an admin with the assistant, as a visitor would have it. Nothing of it is stored. */
import * as Type from 'typebox';
import { aiContextMessages } from './limits.ts';
import { messageMaxLength } from '../messages/limits.ts';
import { Id, Nullable, OneOf, Strict } from '../schema.ts';

const TriedMessage = Strict({
  from: OneOf(['visitor', 'assistant']),
  content: Type.String({ minLength: 1, maxLength: messageMaxLength, pattern: '\\S' }),
});
export type TriedMessage = Type.Static<typeof TriedMessage>;

export const tried = {
  /** Website of the answering assistant; null for none. */
  websiteId: Nullable(Id),
  /** The whole chat, oldest first; the visitor's last message is answered. */
  messages: Type.Array(TriedMessage, { minItems: 1, maxItems: aiContextMessages }),
};
