/** Payloads of deliveries to the board. */
import * as Type from 'typebox';

export const Card = Type.Object({
  kind: Type.Literal('card'),
  name: Type.String(),
  description: Type.String(),
  link: Type.String(),
});
export type Card = Type.Static<typeof Card>;

export const CardComment = Type.Object({ kind: Type.Literal('card_comment'), text: Type.String() });
export type CardComment = Type.Static<typeof CardComment>;
