/** Forms: questions to customers, before the chat, at a hand-off or in a message. `answers.ts` checks the answers. */
import * as Type from 'typebox';
import { AttributeKey } from '../conversations/attributes.ts';
import { CleanLine, Id, Name, Nullable, OneOf, Strict, Timestamp } from '../schema.ts';
import { type Language, languageCodes } from '../text/languages.ts';
import {
  fieldHelpMaxLength,
  fieldLabelMaxLength,
  fieldOptionsMax,
  fieldTextMaxLength,
  formFieldsMax,
  formNameMaxLength,
  optionLabelMaxLength,
} from './limits.ts';

export const fieldKinds = [
  'text',
  'long_text',
  'email',
  'phone',
  'choice',
  'choices',
  'date',
  'number',
  'file',
  'consent',
  'team',
] as const;
export type FieldKind = (typeof fieldKinds)[number];

/** An address on the web that a link leads to. */
export const WebAddress = Type.String({
  maxLength: 2_000,
  pattern: '^https?://[^\\s]+$',
  examples: ['https://shop.example.com/privacy'],
});

/** A text in the default language, and in others where they have one. */
const Texts = (options: { minLength?: number; maxLength: number }) => {
  const text = Type.Optional(CleanLine(options));
  const others = Object.fromEntries(languageCodes.map((code) => [code, text])) as Record<Language, typeof text>;
  return Strict({ text: CleanLine(options), ...others }, { examples: [{ text: 'Order number', de: 'Bestellnummer' }] });
};
const Label = Texts({ minLength: 1, maxLength: fieldLabelMaxLength });
const Help = Texts({ maxLength: fieldHelpMaxLength });
export type FormTexts = Type.Static<typeof Label>;

const FieldId = Type.String({ maxLength: 40, pattern: '^[a-z][a-z0-9_]*$', examples: ['order_number'] });
const OptionId = Type.String({ minLength: 1, maxLength: 40, pattern: '^[A-Za-z0-9_-]+$', examples: ['repair'] });

/** Parts of a field that its author gives and its reader sees alike. */
const shared = {
  id: FieldId,
  kind: OneOf(fieldKinds),
  isRequired: Type.Boolean(),
  /** Least value of a number, least length of a text, least number of several choices. */
  min: Type.Optional(Type.Number()),
  max: Type.Optional(Type.Number()),
  /** Asked only if an earlier field has one of these values. */
  showIf: Type.Optional(
    Strict({ field: FieldId, is: Type.Array(Type.String({ maxLength: 100 }), { minItems: 1, maxItems: 20 }) }),
  ),
  /** Page about a consent. */
  url: Type.Optional(WebAddress),
};

export const FormField = Strict({
  ...shared,
  label: Label,
  help: Type.Optional(Help),
  /** Answers to choose from. */
  options: Type.Optional(
    Type.Array(Strict({ id: OptionId, label: Texts({ minLength: 1, maxLength: optionLabelMaxLength }) }), {
      maxItems: fieldOptionsMax,
    }),
  ),
  /** Teams that the customer chooses from, with the kind `team`; the conversation goes to the chosen one. */
  teamIds: Type.Optional(Type.Array(Id, { maxItems: fieldOptionsMax, uniqueItems: true })),
  /** The customer proves the address that it fills by a code, which is mailed to it. */
  needsCode: Type.Optional(Type.Boolean()),
  /** Takes the answer: the name or address of the customer, or an attribute. */
  fills: Type.Optional(Type.Union([OneOf(['name', 'email']), Strict({ attribute: AttributeKey })])),
});
export type FormField = Type.Static<typeof FormField>;

export const formFields = {
  /** For the team. */
  name: Name({ maxLength: formNameMaxLength }),
  /** Above the questions. */
  title: Label,
  fields: Type.Array(FormField, { minItems: 1, maxItems: formFieldsMax }),
};
export const FormDraft = Strict(formFields);
export type FormDraft = Type.Static<typeof FormDraft>;

export const Form = Type.Object({ id: Id, ...formFields, createdAt: Timestamp, updatedAt: Timestamp }, { $id: 'Form' });
export type Form = Type.Static<typeof Form>;

/** A field in the language of the customer. */
export const ShownField = Type.Object({
  ...shared,
  label: Type.String(),
  help: Type.Optional(Type.String()),
  options: Type.Optional(Type.Array(Type.Object({ id: OptionId, label: Type.String() }))),
});
export type ShownField = Type.Static<typeof ShownField>;

/** A form in the language of the customer, as it was when it was sent. */
export const ShownForm = Type.Object(
  {
    id: Id,
    title: Type.String(),
    fields: Type.Array(ShownField),
    /** Page on which customers who don't use the widget fill it in; absent before the chat. */
    link: Type.Optional(Type.String()),
  },
  { $id: 'ShownForm' },
);
export type ShownForm = Type.Static<typeof ShownForm>;

/**
 * A text, the id of an option, several of them, a number, `2026-11-22` for a date, or true for a consent. Files are ids
 * of the customer's uploads.
 */
export const AnswerValue = Type.Union([
  Type.String({ maxLength: fieldTextMaxLength }),
  Type.Number(),
  Type.Boolean(),
  Type.Array(Type.String({ maxLength: 100 }), { maxItems: fieldOptionsMax }),
]);
export type AnswerValue = Type.Static<typeof AnswerValue>;

/** At most one for each field; fields that aren’t asked have none. */
export const Answers = Type.Array(Strict({ field: FieldId, value: AnswerValue }), {
  maxItems: formFieldsMax,
  examples: [[{ field: 'order_number', value: '1234' }]],
});
export type Answers = Type.Static<typeof Answers>;

/** A form that a customer has filled in. */
export const FormAnswer = Type.Object({
  id: Id,
  title: Type.String(),
  answers: Type.Array(
    Type.Object({
      field: FieldId,
      label: Type.String(),
      value: AnswerValue,
      /** The value as people read it: the labels of options, the names of files. */
      text: Type.String(),
    }),
  ),
});
export type FormAnswer = Type.Static<typeof FormAnswer>;

/** Forms that a website asks to fill in: before the chat, before it while nobody is there, and at a hand-off. */
export const WebsiteForms = Strict({ before: Nullable(Id), away: Nullable(Id), handOff: Nullable(Id) });
export type WebsiteForms = Type.Static<typeof WebsiteForms>;
