/**
 * Templates of the business account that Meta has approved, as text with places. Those with pictures, cards, forms or
 * codes are left out. https://developers.facebook.com/docs/whatsapp/business-management-api/message-templates
 */
import { createHash } from 'node:crypto';
import { whatsapp as contract } from '@parley/contracts/channels/whatsapp';
import { localize } from '@parley/contracts/i18n/server-texts';
import { type MessageButton, MessageBlocks } from '@parley/contracts/messages/blocks';
import {
  buttonOfTemplate,
  MessageTemplate,
  numberOfButton,
  placesIn,
  type SentTemplate,
} from '@parley/contracts/messages/message-templates';
import { keys } from '@parley/service/redis';
import * as Type from 'typebox';
import { Compile } from 'typebox/compile';
import { notConfigured } from '../../deliveries/refusals.ts';
import type { ExternalContext } from '../../external/services.ts';
import { pressOf } from '../meta/choices.ts';
import { explained, settingsGraph } from './graph.ts';

const Text = Type.String({ maxLength: 4_096 });

const Example = Type.Object({
  header_text: Type.Optional(Type.Array(Text)),
  header_text_named_params: Type.Optional(Type.Array(Type.Object({ param_name: Text, example: Text }))),
  body_text: Type.Optional(Type.Array(Type.Array(Text))),
  body_text_named_params: Type.Optional(Type.Array(Type.Object({ param_name: Text, example: Text }))),
});
type Example = Type.Static<typeof Example>;

const Button = Type.Object({
  type: Text,
  text: Text,
  url: Type.Optional(Text),
  phone_number: Type.Optional(Text),
  example: Type.Optional(Type.Array(Text)),
});

const Component = Type.Object({
  type: Text,
  format: Type.Optional(Text),
  text: Type.Optional(Text),
  example: Type.Optional(Example),
  buttons: Type.Optional(Type.Array(Button, { maxItems: 20 })),
});

const Listed = Type.Object({
  name: Type.String({ pattern: '^[a-z0-9_]{1,512}$' }),
  language: Type.String({ pattern: '^[A-Za-z_]{2,15}$' }),
  status: Text,
  components: Type.Array(Component, { maxItems: 20 }),
});
const listedSchema = Compile(Listed);

const Page = Type.Object({
  data: Type.Array(Type.Unknown()),
  paging: Type.Optional(
    Type.Object({
      cursors: Type.Optional(Type.Object({ after: Type.Optional(Type.String({ maxLength: 2_000 })) })),
      next: Type.Optional(Type.String()),
    }),
  ),
});
const pageSchema = Compile(Page);

const storedSchema = Compile(Type.Array(MessageTemplate));
const buttonsSchema = Compile(MessageBlocks);

const perPage = 100;
/** An account has at most 6,000. */
const mostPages = 60;
const storedSeconds = 300;

/** Returns the approved templates, at most five minutes old. @throws Problem `not_configured`; CallFailed, OutboundError */
export async function listTemplates(
  context: ExternalContext,
  { fresh }: { fresh: boolean },
): Promise<MessageTemplate[]> {
  const graph = await settingsGraph(context);
  const { accessToken, businessAccountId } = (await context.settings.read()).whatsappConfig;
  if (businessAccountId === '') throw notConfigured(localize('whatsapp_account_missing'));
  const account = createHash('sha256').update(`${businessAccountId}\n${accessToken}`).digest('hex');
  const key = keys(context.prefix).key('templates', contract.id, account);
  const stored: unknown = fresh ? null : JSON.parse((await context.redis.get(key)) ?? 'null');
  if (storedSchema.Check(stored)) return stored;
  const templates: MessageTemplate[] = [];
  let after: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const query = new URLSearchParams({
      status: 'APPROVED',
      fields: 'name,language,status,components',
      limit: String(perPage),
      ...(after !== undefined && { after }),
    });
    const answer = await graph
      .call('GET', `${businessAccountId}/message_templates?${query.toString()}`)
      .catch(explained);
    if (!pageSchema.Check(answer)) break;
    templates.push(...answer.data.flatMap((each) => templateOf(each) ?? []));
    after = answer.paging?.next === undefined ? undefined : answer.paging.cursors?.after;
    if (after === undefined) break;
  }
  templates.sort((one, other) => one.name.localeCompare(other.name) || one.language.localeCompare(other.language));
  await context.redis.set(key, JSON.stringify(templates), 'EX', storedSeconds);
  return templates;
}

/** Returns undefined for a template that isn't approved, or has parts that can't be filled in here. */
function templateOf(listed: unknown): MessageTemplate | undefined {
  if (!listedSchema.Check(listed) || listed.status !== 'APPROVED') return undefined;
  const { name, language, components } = listed;
  const texts: Partial<Record<'HEADER' | 'BODY' | 'FOOTER', string>> = {};
  const places: MessageTemplate['places'] = [];
  const buttons: MessageTemplate['buttons'] = [];
  for (const { type, format = 'TEXT', text, example = {}, buttons: given = [] } of components) {
    if (type === 'BUTTONS') {
      for (const [index, { type: kind, text: label, url, example: [sample = ''] = [] }] of given.entries()) {
        const id = buttonOfTemplate(index);
        if (kind === 'QUICK_REPLY') buttons.push({ id, label });
        else if (kind === 'URL' && url !== undefined) {
          buttons.push({ id, label, url });
          if (url.includes('{{')) places.push({ key: `button.${index}`, example: sample });
        } else if (kind !== 'PHONE_NUMBER') return undefined;
      }
    } else if ((type === 'HEADER' || type === 'BODY' || type === 'FOOTER') && format === 'TEXT' && text !== undefined) {
      texts[type] = text;
      if (type !== 'FOOTER') places.push(...placesOf(type === 'HEADER' ? 'header' : 'body', text, example));
    } else return undefined;
  }
  const { HEADER: header, BODY: body, FOOTER: footer } = texts;
  if (body === undefined || (buttons.length > 0 && !buttonsSchema.Check({ buttons }))) return undefined;
  return { name, language, ...(header && { header }), body, ...(footer && { footer }), buttons, places };
}

/** Places with numbers have their examples by position, named ones by name. */
function placesOf(part: 'header' | 'body', text: string, example: Example): MessageTemplate['places'] {
  const named = (part === 'header' ? example.header_text_named_params : example.body_text_named_params) ?? [];
  const numbered = (part === 'header' ? example.header_text : example.body_text?.[0]) ?? [];
  return placesIn(part, text).map((key) => {
    const name = key.slice(part.length + 1);
    const sample = named.find(({ param_name }) => param_name.toLowerCase() === name)?.example;
    return { key, example: sample ?? numbered[Number(name) - 1] ?? '' };
  });
}

/** Returns the message that sends a template. */
export function templateMessage({ name, language, values }: SentTemplate, buttons: readonly MessageButton[]) {
  const parametersOf = (part: string) =>
    values
      .filter(({ key }) => key.startsWith(`${part}.`))
      .map(({ key, value }) => ({ place: key.slice(part.length + 1), text: value }))
      .toSorted((one, other) => Number(one.place) - Number(other.place))
      .map(({ place, text }) => ({ type: 'text', ...(!/^\d+$/.test(place) && { parameter_name: place }), text }));
  const texts = ['header', 'body'].map((type) => ({ type, parameters: parametersOf(type) }));
  const links = values
    .filter(({ key }) => key.startsWith('button.'))
    .map(({ key, value: text }) => ({
      type: 'button',
      sub_type: 'url',
      index: key.slice('button.'.length),
      parameters: [{ type: 'text', text }],
    }));
  const replies = buttons
    .filter(({ url }) => url === undefined)
    .map(({ id }) => ({
      type: 'button',
      sub_type: 'quick_reply',
      index: String(numberOfButton(id)),
      parameters: [{ type: 'payload', payload: pressOf(id) }],
    }));
  const components = [...texts.filter(({ parameters }) => parameters.length > 0), ...links, ...replies];
  return {
    type: 'template',
    template: { name, language: { code: language }, ...(components.length > 0 && { components }) },
  };
}
