/** Buttons, cards and forms of a message, and how a customer's message answers them. */
import * as Type from 'typebox';
import { Answers, FormAnswer, ShownForm, WebAddress } from '../forms/forms.ts';
import { CleanLine, Id, Nullable, Strict } from '../schema.ts';
import { blockLimits } from './limits.ts';
import { SentTemplate } from './message-templates.ts';

/** Name of a button, unique in its message. */
const ButtonId = Type.String({ minLength: 1, maxLength: 32, pattern: '^[A-Za-z0-9_-]+$', examples: ['yes'] });

/** A link if it has a `url`; otherwise pressing it sends its label as the customer's message. */
export const MessageButton = Strict({
  id: ButtonId,
  label: CleanLine({ minLength: 1, maxLength: blockLimits.labelLength }),
  url: Type.Optional(WebAddress),
});
export type MessageButton = Type.Static<typeof MessageButton>;

export const MessageCard = Strict({
  title: CleanLine({ minLength: 1, maxLength: blockLimits.titleLength }),
  text: Type.Optional(Type.String({ maxLength: blockLimits.textLength })),
  /** Id of one of the message’s attachments, a picture. */
  pictureId: Type.Optional(Id),
  buttons: Type.Optional(Type.Array(MessageButton, { maxItems: blockLimits.buttonsPerCard })),
});
export type MessageCard = Type.Static<typeof MessageCard>;

const buttons = Type.Optional(Type.Array(MessageButton, { minItems: 1, maxItems: blockLimits.buttons }));
/** Several are a carousel. */
const cards = Type.Optional(Type.Array(MessageCard, { minItems: 1, maxItems: blockLimits.cards }));

/** Parts of a message below its text. */
export const MessageBlocks = Type.Object(
  {
    buttons,
    cards,
    form: Type.Optional(ShownForm),
    /** Approved template of the channel that the whole message is. */
    template: Type.Optional(SentTemplate),
  },
  {
    $id: 'MessageBlocks',
    examples: [
      {
        buttons: [
          { id: 'yes', label: 'Yes, please' },
          { id: 'no', label: 'No, thanks' },
        ],
      },
    ],
  },
);
export type MessageBlocks = Type.Static<typeof MessageBlocks>;

/** Blocks as their author gives them: the form by its id. It is shown in the customer's language. */
export const BlocksDraft = Strict({ buttons, cards, formId: Type.Optional(Id) }, { minProperties: 1 });
export type BlocksDraft = Type.Static<typeof BlocksDraft>;

/** Answer of a customer's message to another one: a button, pressed or typed word for word, or a form. */
export const MessageResponse = Type.Object(
  {
    /** The message with the button or form; null for a form before the chat. */
    to: Nullable(Id),
    button: Type.Optional(ButtonId),
    form: Type.Optional(FormAnswer),
  },
  { $id: 'MessageResponse' },
);
export type MessageResponse = Type.Static<typeof MessageResponse>;

/** An answer to a message’s buttons or form, or to the form of the website before the chat. */
export const ResponseDraft = Type.Union([
  Strict({ to: Id, button: ButtonId }),
  Strict({ to: Id, answers: Answers }),
  Strict({ formId: Id, answers: Answers }),
]);
export type ResponseDraft = Type.Static<typeof ResponseDraft>;

/** All buttons of a message, those of its cards too. */
export const buttonsOf = ({ buttons: own = [], cards: all = [] }: Pick<MessageBlocks, 'buttons' | 'cards'>) => [
  ...own,
  ...all.flatMap((card) => card.buttons ?? []),
];
