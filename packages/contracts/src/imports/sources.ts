/** Products and files that an import reads. What each yields is in its folder of `core/imports/sources`. */
import * as Type from 'typebox';
import { Strict } from '../schema.ts';

export interface ConnectionField {
  key: 'address' | 'account' | 'token';
  /** Never shown again, and stored encrypted. */
  isSecret: boolean;
  /** Value that shows what is meant. */
  example: string;
  /** Value of most accounts. */
  usual?: string;
}

export interface ImportSourceContract {
  id: string;
  /** Name of the product. */
  name: string;
  /** Fields of the connection to its API; none where it has no API to read. */
  fields: readonly ConnectionField[];
  /** Endings of its export files; none where files aren't read. */
  files: readonly string[];
}

const address = (example: string): ConnectionField => ({ key: 'address', isSecret: false, example });
const cloud = (usual: string): ConnectionField => ({ ...address(usual), usual });
const account = (example: string): ConnectionField => ({ key: 'account', isSecret: false, example });
const token: ConnectionField = { key: 'token', isSecret: true, example: '' };
/** Key and secret with a colon between them. */
const pair: ConnectionField = { key: 'token', isSecret: true, example: 'key:secret' };

export const importSources = [
  {
    id: 'chatwoot',
    name: 'Chatwoot',
    fields: [cloud('https://app.chatwoot.com'), account('1'), token],
    files: [],
  },
  { id: 'intercom', name: 'Intercom', fields: [cloud('https://api.intercom.io'), token], files: [] },
  {
    id: 'zendesk',
    name: 'Zendesk',
    fields: [address('https://example.zendesk.com'), account('admin@example.com'), token],
    files: [],
  },
  {
    id: 'crisp',
    name: 'Crisp',
    fields: [cloud('https://api.crisp.chat'), account('8c842203-7ed8-4e29-a608-7cf78a7d2fcc'), pair],
    files: [],
  },
  { id: 'freshdesk', name: 'Freshdesk', fields: [address('https://example.freshdesk.com'), token], files: [] },
  { id: 'libredesk', name: 'LibreDesk', fields: [address('https://desk.example.com'), pair], files: [] },
  { id: 'file', name: 'CSV, JSON', fields: [], files: ['csv', 'json', 'ndjson', 'jsonl'] },
] as const satisfies readonly ImportSourceContract[];

export type ImportSourceId = (typeof importSources)[number]['id'];
export const importSourceIds: readonly ImportSourceId[] = importSources.map(({ id }) => id);
export const importSource = (id: ImportSourceId): ImportSourceContract =>
  importSources.find((each) => each.id === id) ?? importSources[0];

/** Values of the connection by field. */
export const ImportConnection = Strict({
  address: Type.Optional(
    Type.String({ maxLength: 300, pattern: '^https?://[^\\s@]+$', examples: ['https://app.chatwoot.com'] }),
  ),
  account: Type.Optional(Type.String({ minLength: 1, maxLength: 200, examples: ['1'] })),
  token: Type.Optional(Type.String({ minLength: 1, maxLength: 2_000, examples: ['…'] })),
});
export type ImportConnection = Type.Static<typeof ImportConnection>;
