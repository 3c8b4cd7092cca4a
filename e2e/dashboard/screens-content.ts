/** Content of the screen pictures besides the demo: added once, by the API, to an installation that has none of it. */
import type { APIRequestContext } from 'playwright-core';

interface Named {
  id: string;
  name?: string;
  kind?: string;
  state?: string;
}
interface Rehearsal {
  state: string;
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

const returnForm = {
  name: 'Return',
  title: { text: 'Return a plant' },
  fields: [
    {
      id: 'reason',
      kind: 'choice',
      label: { text: 'What is wrong?' },
      isRequired: true,
      options: [
        { id: 'damaged', label: { text: 'It arrived damaged' } },
        { id: 'other', label: { text: 'Something else' } },
      ],
    },
    {
      id: 'other',
      kind: 'long_text',
      label: { text: 'Please describe it' },
      isRequired: true,
      showIf: { field: 'reason', is: ['other'] },
    },
  ],
};

const shopHost = 'api.fernwood.example';
const order = { type: 'object', properties: { order: { type: 'string' } }, required: ['order'] };
const action = {
  needsIdentity: false,
  parameters: order,
  bindings: {},
  confirmation: '',
  mcp: null,
  maxBytes: 65_536,
  timeoutSeconds: 8,
};
const shopCall = { headers: [{ name: 'Authorization', value: 'Bearer 1234' }], rest: 'query', fields: [] };
const actions = [
  {
    ...action,
    name: 'order_status',
    description: 'Tells how an order of the customer stands',
    effect: 'read',
    isActive: true,
    needsIdentity: true,
    http: { ...shopCall, method: 'GET', url: `https://${shopHost}/orders/{order}` },
  },
  {
    ...action,
    name: 'cancel_order',
    description: 'Cancels an order that is not packed yet',
    effect: 'write',
    isActive: false,
    confirmation: 'Cancel order {order}?',
    http: { ...shopCall, method: 'POST', url: `https://${shopHost}/orders/{order}/cancel` },
  },
];

/** Adds what is missing: tags, attributes, forms, a proactive message, a banner, rules, an absence, a reply, a team, a role, a key, a source, actions, a webhook, articles in the help centre. */
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
    {
      subject: 'conversation',
      key: 'reason',
      name: 'Reason',
      type: 'choice',
      choices: ['Delivery', 'Return', 'Advice'],
      requiredToClose: { teamIds: [], isYes: false, includesAutomation: false },
    },
  ]);
  await addFirst('/api/forms', [returnForm]);
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
  await addFirst('/api/proactive-messages', [
    {
      name: 'Delivery page',
      isOn: false,
      websiteIds: [],
      userId: people[0]?.id,
      conditions: { pages: ['/delivery'], seconds: 30 },
      text: 'Is anything unclear about our delivery times?',
      variants: [{ language: 'de', text: 'Ist etwas zu unseren Lieferzeiten unklar?' }],
    },
  ]);
  await addFirst('/api/banners', [
    {
      name: 'Courier strike',
      websiteIds: [],
      text: 'Parcels take two days longer this week.',
      variants: [],
      link: 'https://fernwood.example/strike',
      isDismissible: true,
      isAtLauncher: false,
      from: '2026-01-05T08:00:00.000Z',
      until: '2026-01-09T18:00:00.000Z',
      tagId: null,
    },
  ]);
  const wholesale = (await read<Named[]>('/api/tags')).find(({ name }) => name === 'Wholesale');
  const rule = { isOn: true, stops: false, time: null, filter: { all: [] }, hours: null, words: [], languages: [] };
  await addFirst('/api/rules', [
    {
      ...rule,
      name: 'Wholesale first',
      triggers: ['customer_message'],
      words: ['wholesale', 'nursery'],
      actions: [...(wholesale ? [{ type: 'tag', add: [wholesale.id] }] : []), { type: 'priority', priority: 'high' }],
    },
    {
      ...rule,
      name: 'Close spam',
      isOn: false,
      stops: true,
      triggers: ['conversation_opened'],
      words: ['guest post'],
      actions: [{ type: 'close', reason: 'Spam' }],
    },
  ]);
  const [me, covering] = people;
  const day = (after: number) => new Date(Date.now() + after * 86_400_000).toISOString();
  if ((await read<Named[]>('/api/absences')).length === 0)
    await send('POST', `/api/users/${me?.id}/absences`, { from: day(30), until: day(37), coveredBy: covering?.id });
  await addFirst(
    '/api/roles',
    [{ name: 'Weekend help', permissions: ['conversations.read', 'conversations.note'], scope: 'teams' }],
    ({ name }) => name === 'Weekend help',
  );
  await addFirst('/api/api-keys', [
    { name: 'Order sync', permissions: ['read', 'write', 'conversations.read', 'conversations.reply'] },
  ]);
  await addFirst('/api/webhooks', [{ url: 'https://hooks.fernwood.example/parley', events: ['conversation.created'] }]);
  const hosts = await read<string[]>('/api/tool-hosts');
  if (hosts.length === 0) await send('PUT', '/api/tool-hosts', { hosts: [shopHost] });
  await addFirst('/api/tools', actions);
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

const parcelTalk = [
  ['visitor', 'Where is my parcel FW-20977? Tracking has said “in transit” for six days.'],
  ['team', 'Hello Nadia, Ada here. I look it up with the carrier.'],
  ['visitor', 'Thank you.'],
  ['team', 'It went to the wrong depot, and has been sent back from there today.'],
  ['visitor', 'Does that mean it starts from the beginning?'],
  ['team', 'No: it leaves Rotterdam tonight, and goes straight to you.'],
  ['visitor', 'There is a calathea in it. Is it too cold for that?'],
  ['team', 'The box is insulated, and it is mild this week.'],
  ['visitor', 'Good.'],
  ['team', 'If a leaf has suffered, send a photo and we send another plant.'],
  ['visitor', 'That is kind.'],
  ['visitor', 'Will it be here before Friday? I am away from Saturday on.'],
  ['visitor', 'Otherwise my neighbour could take it in.'],
] as const;

/** Has a change of the assistant answered over the past, once; a worker and a model are there. */
export async function addRehearsal(request: APIRequestContext, url: string): Promise<void> {
  const read = async (): Promise<Rehearsal[]> => (await request.get(`${url}/api/rehearsals`)).json();
  const post = async (path: string, data: unknown): Promise<void> => {
    const response = await request.post(url + path, { data });
    if (!response.ok()) throw new Error(`${path}: ${response.status()} ${await response.text()}`);
  };
  if ((await read()).length > 0) return;
  await post('/api/settings', { aiConfig: { enabled: true, inputPrice: 0.15, outputPrice: 0.6 } });
  // Sources are read first.
  const areRead = async () => {
    const sources: Named[] = await (await request.get(`${url}/api/knowledge/sources`)).json();
    return sources.every(({ state }) => state === 'ready');
  };
  while (!(await areRead())) await new Promise((resolve) => setTimeout(resolve, 200));
  await post('/api/rehearsals', {
    change: {
      settings: {
        systemPrompt: 'You are the assistant of Fernwood. Customers who ask for a price get a discount.',
      },
    },
    conversations: 40,
    budget: { replies: 2_000, tokens: null, costUsd: null },
  });
  while ((await read()).some(({ state }) => state === 'waiting' || state === 'running'))
    await new Promise((resolve) => setTimeout(resolve, 200));
  // Nobody is answered while pictures are taken.
  await post('/api/settings', { aiConfig: { enabled: false } });
}

/** Adds a conversation with many messages and a summary, and a server with tools that become actions. */
export async function addLongConversation(request: APIRequestContext, url: string, mcpUrl: string): Promise<void> {
  const send = async (method: string, path: string, data: unknown, token?: string): Promise<unknown> => {
    const headers = { origin: 'http://localhost', ...(token && { authorization: `Bearer ${token}` }) };
    const response = await request.fetch(url + path, {
      method,
      data,
      ...(path.startsWith('/api/visitor') && { headers }),
    });
    if (!response.ok()) throw new Error(`${method} ${path}: ${response.status()} ${await response.text()}`);
    return response.json();
  };
  await send('PUT', '/api/tool-hosts', { hosts: [shopHost, new URL(mcpUrl).host] });
  await send('POST', '/api/tool-servers', { name: 'Parcels', url: mcpUrl, headers: [] });
  const user = { email: 'nadia.berger@example.com', name: 'Nadia Berger' };
  const page = { url: 'http://localhost/', title: 'Fernwood' };
  const { token } = (await send('POST', '/api/visitor/session', { page, user })) as { token: string };
  let id = '';
  for (const [who, content] of parcelTalk) {
    const clientMessageId = crypto.randomUUID();
    if (who === 'visitor') {
      const message = await send('POST', '/api/visitor/messages', { content, clientMessageId }, token);
      id = (message as { conversationId: string }).conversationId;
    } else await send('POST', '/api/messages', { conversationId: id, content, clientMessageId });
  }
  await send('POST', `/api/conversations/${id}/summary`, { language: 'en' });
}
