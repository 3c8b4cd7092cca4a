/** Fields of the team's own on conversations and contacts: declared first, then filled in, each value of its type. */
import * as Type from 'typebox';
import {
  attributeChoicesMax,
  attributeKeyMaxLength,
  attributeNameMaxLength,
  attributesMax,
  attributeTextMaxLength,
} from './limits.ts';
import { type LocalizedText, localize } from '../i18n/server-texts.ts';
import { Id, Name, Nullable, OneOf, Strict, Timestamp } from '../schema.ts';

export const attributeSubjects = ['conversation', 'contact', 'company'] as const;
export const AttributeSubject = OneOf(attributeSubjects);
export type AttributeSubject = Type.Static<typeof AttributeSubject>;

export const attributeTypes = ['text', 'number', 'date', 'yes_no', 'choice'] as const;
export const AttributeType = OneOf(attributeTypes);
export type AttributeType = Type.Static<typeof AttributeType>;

/** Name of an attribute in the API. It never changes, and it is unique over the attributes of all subjects. */
export const AttributeKey = Type.String({
  maxLength: attributeKeyMaxLength,
  pattern: '^[a-z][a-z0-9_]*$',
  examples: ['plan'],
});
export const AttributeName = Name({ maxLength: attributeNameMaxLength });
export const AttributeChoices = Type.Array(Name({ maxLength: attributeNameMaxLength }), {
  maxItems: attributeChoicesMax,
  uniqueItems: true,
});

/** Maximum number of teams that an attribute can be required for. */
const requiredTeamsMax = 200;

/** When a value is required before a conversation can be closed. */
export const RequiredToClose = Strict({
  /** In conversations of these teams; in all if the list is empty. */
  teamIds: Type.Array(Id, { maxItems: requiredTeamsMax, uniqueItems: true }),
  /** Only true will do, for a step of a checklist. Of `yes_no` alone. */
  isYes: Type.Boolean(),
  /**
   * Rules, the assistant and the closing of idle conversations are refused too. Otherwise they close, and the activity
   * lists what was left empty.
   */
  includesAutomation: Type.Boolean(),
});
export type RequiredToClose = Type.Static<typeof RequiredToClose>;

export const Attribute = Type.Object(
  {
    id: Id,
    subject: AttributeSubject,
    key: AttributeKey,
    /** Name shown to users. */
    name: Type.String({ examples: ['Plan'] }),
    type: AttributeType,
    /** Empty unless the type is `choice`. */
    choices: Type.Array(Type.String()),
    /** Null if conversations are closed without it. Never of a company. */
    requiredToClose: Nullable(RequiredToClose),
    createdAt: Timestamp,
  },
  { $id: 'Attribute' },
);
export type Attribute = Type.Static<typeof Attribute>;

/** A text, a number, `2026-11-22` for a date, true or false. */
export const AttributeContent = Type.Union([
  Type.String({ maxLength: attributeTextMaxLength }),
  Type.Number(),
  Type.Boolean(),
]);
export type AttributeContent = Type.Static<typeof AttributeContent>;

/** Change of an attribute's value. */
export const AttributeChange = Strict({
  key: AttributeKey,
  /** Null removes the value. */
  value: Nullable(AttributeContent),
  /** Value that the caller has seen; a different current one → 409. */
  expected: Type.Optional(Nullable(AttributeContent)),
});
export const AttributeChanges = Type.Array(AttributeChange, { minItems: 1, maxItems: attributesMax });

/** Sources of a value: a user, the page (which anyone can manipulate), the website's own server, or the customer. */
export const attributeSources = ['representative', 'page', 'signed', 'form'] as const;
export type AttributeSource = (typeof attributeSources)[number];

export const AttributeValue = Type.Object({
  key: AttributeKey,
  value: AttributeContent,
  source: OneOf(attributeSources),
  /** The representative who set it. */
  setBy: Nullable(Id),
  setAt: Timestamp,
});
export type AttributeValue = Type.Static<typeof AttributeValue>;

/** Stored values by key. */
export type StoredAttributes = Record<string, Omit<AttributeValue, 'key'>>;

export const AttributesOf = Type.Object({
  /** Null for a conversation of an erased visitor. */
  contactId: Nullable(Id),
  conversation: Type.Array(AttributeValue),
  contact: Type.Array(AttributeValue),
});
export type AttributesOf = Type.Static<typeof AttributesOf>;

const datePattern = /^\d{4}-\d{2}-\d{2}$/;

/** Whether a value is a day of the calendar, as in `2026-11-22`. */
export const isDay = (value: AttributeContent): value is string =>
  typeof value === 'string' &&
  datePattern.test(value) &&
  !Number.isNaN(Date.parse(value)) &&
  new Date(value).toISOString().startsWith(value);

/** Returns an error that names the attribute if the value is invalid; undefined if it is valid. */
export function attributeFault(
  { name, type, choices }: Pick<Attribute, 'name' | 'type' | 'choices'>,
  value: AttributeContent,
): LocalizedText | undefined {
  switch (type) {
    case 'text':
      return typeof value === 'string' && value.trim() !== '' ? undefined : localize('attribute_is_text', { name });
    case 'number':
      return typeof value === 'number' && Number.isFinite(value)
        ? undefined
        : localize('attribute_is_number', { name });
    case 'date':
      return isDay(value) ? undefined : localize('attribute_is_date', { name });
    case 'yes_no':
      return typeof value === 'boolean' ? undefined : localize('attribute_is_yes_or_no', { name });
    case 'choice':
      return choices.some((choice) => choice === value)
        ? undefined
        : localize('attribute_is_one_of', { name, choices: choices.join(', ') });
  }
}
