/** The reference in docs/websocket.md, made from the AsyncAPI document. */
import { isObject, type Json } from '@parley/contracts/json';
import { asyncapiDocument } from '../../src/documentation/asyncapi.ts';

const begin = '<!-- reference: written by apps/api/test/asyncapi.test.ts -->';
const end = '<!-- end of reference -->';

/** Returns the page with a new reference. @throws Error when it has no room for one */
export function withReference(page: string): string {
  const [before, rest] = page.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error('docs/websocket.md has lost its markers.');
  return `${before}${begin}\n\n${pageReference()}\n${end}${after}`;
}

const objectAt = (value: unknown, ...path: string[]): Json => {
  const found = path.reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), value);
  return isObject(found) ? found : {};
};
const listAt = (value: Json, name: string): Json[] => {
  const found = value[name];
  return Array.isArray(found) ? found.filter(isObject) : [];
};

function pageReference(): string {
  const document = asyncapiDocument('https://chat.example.com');
  const messages = Object.entries(objectAt(document, 'components', 'messages'));
  const schemas = Object.entries(objectAt(document, 'components', 'schemas'));
  const socket = objectAt(document, 'channels', 'socket');
  const of = (side: string) => messages.filter(([name]) => name.startsWith(`${side}.`)).map(([, each]) => each);
  return [
    '## From the client\n',
    ...of('client').map(frameSection),
    '## From the server\n',
    ...of('server').map(frameSection),
    '## What frames carry\n',
    ...schemas.map(([name, schema]) => `### ${name}\n\n${fieldTable(schema)}\n`),
    '## Close codes\n',
    table(
      ['code', 'means'],
      listAt(socket, 'x-close-codes').map(({ code, description }) => [code, description]),
    ),
    '\n## Limits\n',
    table(
      ['what', 'limit', 'beyond it'],
      listAt(socket, 'x-limits').map(({ what, limit, beyond }) => [what, limit, beyond]),
    ),
    '',
  ].join('\n');
}

const table = (head: string[], rows: unknown[][]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const audienceWords: Record<string, string> = { staff: ' *Staff only.*', visitors: ' *Visitors only.*' };

function frameSection(message: unknown): string {
  const { name, description, payload, examples, tags } = objectAt({ message }, 'message');
  const [tag] = Array.isArray(tags) ? tags : [];
  const words = `${String(description)}${audienceWords[String(objectAt({ tag }, 'tag')['name'])] ?? ''}`;
  const shown = (Array.isArray(examples) ? examples : []).map(({ payload: example }: Json) => JSON.stringify(example));
  return `### ${String(name)}\n\n${words}\n\n${fieldTable(payload)}\`\`\`json\n${shown.join('\n')}\n\`\`\`\n`;
}

/** The fields of an object but its `type`, which the heading names. */
function fieldTable(schema: unknown): string {
  const properties = Object.entries(objectAt({ schema }, 'schema', 'properties')).filter(([name]) => name !== 'type');
  const required = objectAt({ schema }, 'schema')['required'];
  const isRequired = (name: string) => Array.isArray(required) && required.includes(name);
  if (properties.length === 0) return '';
  return `${table(
    ['field', 'is'],
    properties.map(([name, property]) => [
      `\`${name}\``,
      `${typeWords(property)}${isRequired(name) ? '' : ', may be absent'}`,
    ]),
  )}\n\n`;
}

function typeWords(schema: unknown): string {
  if (!isObject(schema)) return 'anything';
  const { $ref, anyOf, type, format, items, const: only, enum: options, properties, minimum, maxLength } = schema;
  const { additionalProperties } = schema;
  if (typeof $ref === 'string') {
    const name = $ref.split('/').at(-1) ?? '';
    return `[${name}](#${name.toLowerCase()})`;
  }
  if (Array.isArray(anyOf)) return anyOf.map(typeWords).join(' or ');
  if (only !== undefined) return `\`${JSON.stringify(only).replaceAll('"', '')}\``;
  if (Array.isArray(options)) {
    return options.length > 10
      ? 'a code, as refused calls have'
      : options.map((each) => `\`${String(each)}\``).join(', ');
  }
  if (type === 'array') return `list of ${typeWords(items)}`;
  if (isObject(additionalProperties)) return `object of ${typeWords(additionalProperties)} by key`;
  if (isObject(properties)) {
    const inner = Object.entries(properties).map(([name, each]) => `\`${name}\` (${typeWords(each)})`);
    return `object of ${inner.join(', ')}`;
  }
  if (format === 'uuid') return 'UUID';
  if (format === 'date-time') return 'time';
  if (type === 'integer') return minimum === 0 ? 'integer from 0' : 'integer';
  if (type === 'string' && typeof maxLength === 'number') return `text, at most ${maxLength} characters`;
  return { string: 'text', boolean: 'true or false', null: 'null' }[String(type)] ?? String(type);
}
