/** What the pictures of screens show besides the demo: added once, by the API, to an installation that has none of it. */
import type { APIRequestContext } from 'playwright-core';

interface Named {
  id: string;
  name?: string;
  kind?: string;
}
interface Article {
  id: string;
  onSite: boolean;
  translations: { locale: string }[];
}

const tags = [
  ['Delivery', 'blue'],
  ['Returns', 'orange'],
  ['Plant care', 'green'],
  ['Wholesale', 'purple'],
] as const;

const careGuide = `# Watering

Most houseplants die of too much water. Push a finger two centimetres into the soil and water when it is dry there.

# Light

A window that faces north suits a calathea, a fern or an ivy; succulents want the sun.
`;

/** Adds what is missing: tags, attributes, a reply, a team, a role, a key, a source, articles in the help centre. */
export async function addContent(request: APIRequestContext, url: string): Promise<void> {
  const read = async <T>(path: string): Promise<T> => (await request.get(url + path)).json();
  const send = async (method: string, path: string, data: unknown): Promise<void> => {
    const response = await request.fetch(url + path, { method, data });
    if (!response.ok()) throw new Error(`${method} ${path}: ${response.status()} ${await response.text()}`);
  };
  const addFirst = async (path: string, all: readonly unknown[], isThere = (each: Named): boolean => !!each.id) => {
    const there = await read<Named[]>(path);
    if (!there.some(isThere)) for (const data of all) await send('POST', path, data);
  };

  await addFirst(
    '/api/tags',
    tags.map(([name, colour]) => ({ name, colour })),
  );
  await addFirst('/api/attributes', [
    { subject: 'contact', key: 'plan', name: 'Plan', type: 'choice', choices: ['Hobby', 'Nursery', 'Wholesale'] },
    { subject: 'conversation', key: 'order', name: 'Order number', type: 'text' },
  ]);
  await addFirst('/api/canned-replies', [
    {
      isShared: true,
      name: 'Where is my parcel',
      shortcut: 'parcel',
      text: 'Hello {{customer.firstName | "there"}}, your parcel left us on Monday and takes two working days.',
      actions: [{ type: 'close' }],
    },
    { isShared: false, name: 'Thanks', shortcut: 'thanks', text: 'You are welcome! Enjoy the plant.' },
  ]);
  const people = await read<Named[]>('/api/representatives');
  const websites = await read<Named[]>('/api/websites');
  await addFirst('/api/teams', [
    { name: 'Shop', memberIds: people.slice(0, 2).map(({ id }) => id), websiteIds: websites.map(({ id }) => id) },
    { name: 'Wholesale', memberIds: people.slice(2, 3).map(({ id }) => id) },
  ]);
  await addFirst(
    '/api/roles',
    [{ name: 'Weekend help', permissions: ['conversations.read', 'conversations.note'], scope: 'teams' }],
    ({ name }) => name === 'Weekend help',
  );
  await addFirst('/api/api-keys', [
    { name: 'Order sync', permissions: ['read', 'write', 'conversations.read', 'conversations.reply'] },
  ]);
  const sources = await read<Named[]>('/api/knowledge/sources');
  if (!sources.some(({ kind }) => kind === 'file'))
    await send('POST', '/api/knowledge/files', {
      name: 'Care guide.md',
      content: Buffer.from(careGuide).toString('base64'),
      audience: 'public',
      websiteIds: [],
    });
  for (const { id, onSite, translations } of await read<Article[]>('/api/help/articles')) {
    if (onSite) continue;
    await send('PATCH', `/api/help/articles/${id}`, { onSite: true, audience: 'public' });
    for (const { locale } of translations)
      await send('POST', `/api/help/articles/${id}/translations/${locale}/decision`, { decision: 'publish' });
  }
}
