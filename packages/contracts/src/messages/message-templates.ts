/** Messages that a channel has approved, with places for values. They reach customers at any time. */
import * as Type from 'typebox';
import { CleanLine, Strict } from '../schema.ts';
import { templateLimits } from './limits.ts';

const TemplateName = Type.String({ minLength: 1, maxLength: 512, examples: ['order_update'] });
const TemplateLanguage = Type.String({ minLength: 2, maxLength: 15, examples: ['en_US'] });

/** A place: the part of the template, and its name there; of a button, the button's number. */
const PlaceKey = Type.String({ pattern: '^(header|body|button)\\.[a-z0-9_]{1,60}$', examples: ['body.1'] });

/** An approved template: its texts with places such as `{{1}}` or `{{name}}`. */
export const MessageTemplate = Type.Object(
  {
    name: TemplateName,
    language: TemplateLanguage,
    header: Type.Optional(Type.String()),
    body: Type.String(),
    footer: Type.Optional(Type.String()),
    /** Links if they have a `url`; others answer with their label. */
    buttons: Type.Array(Type.Object({ id: Type.String(), label: Type.String(), url: Type.Optional(Type.String()) })),
    /** The places, in the order of the texts, with the example that it was approved by. */
    places: Type.Array(Type.Object({ key: PlaceKey, example: Type.String() })),
  },
  { $id: 'MessageTemplate' },
);
export type MessageTemplate = Type.Static<typeof MessageTemplate>;

const valuesOf = {
  values: Type.Array(
    Strict({ key: PlaceKey, value: CleanLine({ minLength: 1, maxLength: templateLimits.valueLength }) }),
    { maxItems: templateLimits.values },
  ),
};

/** The template that a message is sent by. */
export const SentTemplate = Strict({ name: TemplateName, language: TemplateLanguage, ...valuesOf });
export type SentTemplate = Type.Static<typeof SentTemplate>;
export type TemplateValues = SentTemplate['values'];

/** Identifier of the button with this number. */
export const buttonOfTemplate = (index: number | string): string => `t${index}`;
/** Number of the button with this identifier. */
export const numberOfButton = (id: string): number => Number(id.slice(1));

const place = /\{\{\s*(\w{1,60})\s*\}\}/g;

/** Returns the keys of the places in one text of a template, each once. */
export const placesIn = (part: 'header' | 'body', text: string): string[] => [
  ...new Set(Array.from(text.matchAll(place), ([, name = '']) => `${part}.${name.toLowerCase()}`)),
];

/** Returns the texts with the values in their places; an absent value leaves its place as it is. */
export function fillTemplate(
  { header, body, footer, buttons }: MessageTemplate,
  values: TemplateValues,
): { header: string; body: string; text: string; buttons: MessageTemplate['buttons'] } {
  const given = new Map(values.map(({ key, value }) => [key, value]));
  const filled = (part: string, text: string): string =>
    text.replaceAll(place, (whole, name: string) => given.get(`${part}.${name.toLowerCase()}`) ?? whole);
  const [head, main] = [filled('header', header ?? ''), filled('body', body)];
  return {
    header: head,
    body: main,
    text: [head, main, footer ?? ''].filter(Boolean).join('\n\n'),
    buttons: buttons.map(({ id, label, url }) => ({
      id,
      label,
      // Its one place is the end of the address.
      ...(url !== undefined && {
        url: url.replaceAll(place, (whole) => given.get(`button.${numberOfButton(id)}`) ?? whole),
      }),
    })),
  };
}
