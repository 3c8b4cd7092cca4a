// @vitest-environment happy-dom
/** Customer panel beside the thread. */
import type { VisitorProfile } from '@parley/contracts/entities';
import type { ServerFrame } from '@parley/contracts/frames';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { VisitorPanel } from '../src/features/visitor/visitor-panel.tsx';
import { conversation } from './conversation.ts';
import './setup.ts';
import { setPreference } from '../src/preferences/preferences.ts';
import { type Answers, leave, refusal, show, whoMay } from './screen.tsx';

const listening = vi.hoisted(() => new Set<(frame: ServerFrame) => void>());
vi.mock('../src/live/live.tsx', () => ({
  useFrames: (listener: (frame: ServerFrame) => void) => {
    listening.clear();
    listening.add(listener);
  },
}));

afterEach(() => {
  leave();
  setPreference('visitorBlocks', []);
  setPreference('foldedBlocks', ['pages', 'files', 'device']);
});

const jane: VisitorProfile = {
  id: '0199a000-0000-7000-8000-00000000000a',
  contactId: '0199a000-0000-7000-8000-00000000000b',
  blockedAt: null,
  email: 'jane@example.com',
  unsubscribedAt: null,
  mailBounce: null,
  emailVerified: false,
  name: null,
  readArticle: null,
  pageUrl: 'https://shop.example/lamps',
  pageTitle: 'Lamps',
  company: null,
  pages: [{ url: 'https://shop.example/lamps', title: 'Lamps', at: '2026-01-01T00:00:00.000Z' }],
  events: [],
  referrer: null,
  campaign: null,
  country: null,
  userAgent: null,
  locale: 'de',
  browserLanguages: ['de-AT'],
  timeZone: 'Europe/Vienna',
  channel: null,
  isOnline: true,
  lastSeenAt: '2026-01-01T00:00:00.000Z',
  createdAt: '2026-01-01T00:00:00.000Z',
  earlierConversations: [],
  proposedContacts: 0,
};

const profile = 'GET /api/conversations/c1/visitor';

async function open(more: Partial<VisitorProfile> = {}, answers: Answers = {}) {
  const onClose = vi.fn<() => void>();
  const linkTo = (id: string, seq?: number) => `/conversations?selected=${id}${seq ? `&message=${seq}` : ''}`;
  const what = <VisitorPanel conversationId="c1" linkTo={linkTo} onClose={onClose} />;
  const shown = await show(what, { [profile]: { ...jane, ...more }, ...answers });
  return { onClose, ...shown };
}

const fact = async (label: string) => (await screen.findByText(label)).nextElementSibling?.textContent;

it('shows where the visitor is, in which language, and what time it is there', async () => {
  await open();
  expect((await screen.findByRole('link', { name: 'Lamps' })).getAttribute('href')).toBe('https://shop.example/lamps');
  expect(screen.getByText('On the page')).toBeTruthy();
  expect(await fact('Local time')).toContain('Europe/Vienna');
  expect(await fact('Language')).toBe('de pagede-AT browser');
});

it.each([
  [false, 'unverified'],
  [true, 'verified'],
])('shows whether the website vouches for the address: %s', async (emailVerified, word) => {
  await open({ emailVerified });
  expect(await fact('Email')).toBe(`jane@example.com ${word}`);
});

const card = '0199a000-0000-7000-8000-0000000000c1';
const cardCall = `POST /api/conversations/c1/cards/${card}`;
const withCard = { 'GET /api/cards': [{ id: card, name: 'order_status' }] };

it('shows the result of an action as a card with text and links, loads it again on request, and no markup', async () => {
  let status = '<b>packed</b>';
  const { user, sent } = await open(
    {},
    {
      ...withCard,
      [cardCall]: () => ({
        content: {
          text: null,
          fields: [
            { name: 'status', value: status },
            { name: 'track', value: 'https://shop.example/t/1' },
            { name: 'note', value: 'javascript:alert(1)' },
          ],
          tables: [{ title: 'lines', columns: ['item', 'price'], rows: [['Lamp', '40']] }],
        },
        problem: null,
        loadedAt: '2026-01-01T00:00:00.000Z',
      }),
    },
  );
  const block = within(await screen.findByRole('region', { name: 'Order status' }));
  await block.findByText('<b>packed</b>');
  expect(block.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['https://shop.example/t/1']);
  expect(block.getByRole('table').textContent).toBe('linesitempriceLamp40');
  status = 'shipped';
  await user.click(block.getByRole('button', { name: 'Load “Order status” again' }));
  await block.findByText('shipped');
  expect(sent(cardCall)).toHaveLength(2);
});

it('does not load a folded card, explains a failed one, and moves it like other blocks', async () => {
  setPreference('foldedBlocks', [`card:${card}`]);
  const { user, sent } = await open(
    {},
    {
      ...withCard,
      [cardCall]: { content: null, problem: 'identity_missing', loadedAt: '2026-01-01T00:00:00.000Z' },
    },
  );
  const heading = await screen.findByRole('button', { name: 'Order status' });
  expect(sent(cardCall)).toEqual([]);
  await user.click(heading);
  await screen.findByText('The customer’s identity isn’t verified, so nothing was looked up.');
  const titles = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
  const before = titles().indexOf('Order status');
  await user.click(screen.getByRole('button', { name: 'Move “Order status” up' }));
  expect(titles().indexOf('Order status')).toBe(before - 1);
});

it('leads admins to the actions where a card needs them', async () => {
  const loaded = { content: null, problem: 'refused', loadedAt: '2026-01-01T00:00:00.000Z' };
  await open({}, { ...withCard, [cardCall]: loaded });
  await screen.findByText('An admin has to review this card’s action.');
  const link = screen.getByRole('link', { name: 'Review actions' });
  expect(link.getAttribute('href')).toBe('/integrations?tab=actions');
});

it('leads admins to define attributes where there are none, and hides the block from others', async () => {
  await open({}, { 'GET /api/attributes': [] });
  const link = await screen.findByRole('link', { name: 'Define attributes' });
  expect(link.getAttribute('href')).toBe('/settings?tab=attributes');
  leave();
  const what = <VisitorPanel conversationId="c1" linkTo={(id) => id} onClose={() => undefined} />;
  const { calls } = await show(what, { [profile]: jane, 'GET /api/attributes': [] }, whoMay(['conversations.read']));
  await screen.findByText('On the page');
  await waitFor(() => expect(calls.map(({ name }) => name)).toContain('GET /api/attributes'));
  expect(order()).not.toContain('Attributes');
});

it('leads nowhere by an address that is none of a page', async () => {
  await open({ pageUrl: 'javascript:alert(1)', pageTitle: 'Lamps' });
  expect((await screen.findByText('Lamps')).getAttribute('href')).toBe(null);
});

it('shows that the customer wants no mail', async () => {
  await open({ unsubscribedAt: '2026-01-01T00:00:00.000Z' });
  expect(await screen.findByText(/^Unsubscribed from email/)).toBeTruthy();
});

it('shows that others have the address too, and takes them for nobody else', async () => {
  await open({ proposedContacts: 2 });
  expect(await fact('Same unverified address')).toBe('2 other visitors');
});

it('leads to what the customer wrote before', async () => {
  await open({ earlierConversations: [conversation('c0', { status: 'closed' })] });
  const link = await screen.findByRole('link', { name: /No messages yet/ });
  expect(link.getAttribute('href')).toBe('/conversations?selected=c0');
});

it('follows the visitor over the pages, and shows when they are gone', async () => {
  await open();
  await screen.findByText('On the page');
  const move = (visitor: Extract<ServerFrame, { type: 'presence' }>['visitor'], conversationId = 'c1') =>
    act(() => {
      for (const hear of listening) hear({ type: 'presence', conversationId, visitor, viewers: [] });
    });
  move({ isOnline: true, pageUrl: 'https://shop.example/chairs', pageTitle: 'Chairs', since: null });
  expect(await screen.findByRole('link', { name: 'Chairs' })).toBeTruthy();
  move({ isOnline: false, pageUrl: null, pageTitle: null, since: '2026-01-02T00:00:00.000Z' }, 'another');
  expect(screen.getByText('On the page')).toBeTruthy();
  move({ isOnline: false, pageUrl: null, pageTitle: null, since: '2026-01-02T00:00:00.000Z' });
  expect(await screen.findByText('Away')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Chairs' })).toBeTruthy();
});

it('names a page without a title by its address, never by the title of the page before', async () => {
  await open();
  await screen.findByRole('link', { name: 'Lamps' });
  const visitor = { isOnline: true, pageUrl: 'https://shop.example/till', pageTitle: null, since: null };
  act(() => {
    for (const hear of listening) hear({ type: 'presence', conversationId: 'c1', visitor, viewers: [] });
  });
  expect(await screen.findByRole('link', { name: 'https://shop.example/till' })).toBeTruthy();
  expect(screen.queryByText('Lamps')).toBe(null);
});

it('says in the server’s words that nothing is known, and offers nothing that would not help', async () => {
  await open({}, { [profile]: refusal('not_found', 'Nothing is known about this visitor.') });
  expect(await screen.findByText('Nothing is known about this visitor.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBe(null);
});

it('is hidden by its button', async () => {
  const { user, onClose } = await open();
  await user.click(await screen.findByRole('button', { name: 'Hide visitor' }));
  expect(onClose).toHaveBeenCalledTimes(1);
});

it('shows which website and campaign the visitor came from, by a link that leads only to pages', async () => {
  const campaign = { name: 'spring', source: 'newsletter', medium: null };
  await open({ referrer: 'https://www.google.com/search?q=lamps', campaign });
  const link = await screen.findByRole('link', { name: 'google.com' });
  expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual([
    'https://www.google.com/search?q=lamps',
    'noopener noreferrer nofollow',
  ]);
  expect(await fact('Came from')).toBe('google.com Campaign: spring · newsletter');
});

it('shows the visitor’s country, and how it is known', async () => {
  await open({ country: { code: 'AT', source: 'time_zone' } });
  expect(await fact('Country')).toBe('Austria from the time zone');
});

it('shows who of the team follows the conversation', async () => {
  await open({}, { 'GET /api/conversations/c1/followers': [{ userId: 'u1', name: 'Ben Okafor' }] });
  expect(await screen.findByText('Ben Okafor')).toBeTruthy();
  expect(screen.getByText('They’re notified of new messages and notes.')).toBeTruthy();
});

const titles = () =>
  screen.getAllByRole('button', { expanded: true }).concat(screen.getAllByRole('button', { expanded: false }));
const order = () => screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent);

it('shows its blocks in the order that the user gave them, by buttons and by keys, and keeps it', async () => {
  const { user } = await open();
  await screen.findByText('On the page');
  expect(order()).toEqual([
    'Details',
    'Company',
    'Earlier conversations',
    'Visited pages',
    'Files',
    'Notes',
    'Browser and device',
    'Followers',
  ]);
  await user.click(screen.getByRole('button', { name: 'Move “Notes” up' }));
  act(() => screen.getByRole('button', { name: 'Browser and device' }).focus());
  await user.keyboard('{Alt>}{ArrowUp}{ArrowUp}{/Alt}');
  expect(order()).toEqual([
    'Details',
    'Company',
    'Earlier conversations',
    'Visited pages',
    'Browser and device',
    'Notes',
    'Files',
    'Followers',
  ]);
  expect(screen.getByRole('button', { name: 'Move “Details” up' })).toHaveProperty('disabled', true);
  cleanup();
  await open();
  await screen.findByText('On the page');
  expect(order()[4]).toBe('Browser and device');
});

it('folds a block, which reads nothing until it is opened', async () => {
  const sentFile = {
    attachment: {
      id: 'f1',
      state: 'ready',
      reason: null,
      name: 'invoice.pdf',
      type: 'application/pdf',
      kind: 'document',
      size: 1000,
      width: null,
      height: null,
      alt: null,
      thumbnails: null,
    },
    conversationId: 'c0',
    seq: 7,
    isFromCustomer: true,
    sentAt: '2026-01-01T00:00:00.000Z',
  };
  const { user, sent } = await open({}, { 'GET /api/conversations/c1/files': [sentFile] });
  await screen.findByText('On the page');
  expect(
    titles()
      .find(({ textContent }) => textContent === 'Files')
      ?.getAttribute('aria-expanded'),
  ).toBe('false');
  expect(sent('GET /api/conversations/c1/files')).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Files' }));
  await screen.findByRole('button', { name: /invoice/ });
  expect(screen.getByRole('link', { name: /^From the customer/ }).getAttribute('href')).toBe(
    '/conversations?selected=c0&message=7',
  );
});

it('lists the pages that the visitor opened, as they open them', async () => {
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Visited pages' }));
  const visitor = { isOnline: true, pageUrl: 'https://shop.example/till', pageTitle: 'Till', since: null };
  act(() => {
    for (const hear of listening) hear({ type: 'presence', conversationId: 'c1', visitor, viewers: [] });
  });
  const region = within(screen.getByRole('region', { name: 'Visited pages' }));
  await region.findByRole('link', { name: /Till/ });
  expect(region.getAllByRole('link').map((page) => page.getAttribute('href'))).toEqual([
    'https://shop.example/till',
    'https://shop.example/lamps',
  ]);
});

it('shows the events that websites tracked with their properties, and no block without any', async () => {
  await open();
  await screen.findByText('On the page');
  expect(order()).not.toContain('Tracked events');
  cleanup();
  const properties = [
    { key: 'product', value: 'Lamp' },
    { key: 'price', value: 1234.5 },
    { key: 'isGift', value: true },
  ];
  const event = { id: 'e1', name: 'added_to_basket', properties, at: '2026-01-01T00:00:00.000Z' };
  await open({ events: [event] });
  const region = within(await screen.findByRole('region', { name: 'Tracked events' }));
  expect(region.getByText('added_to_basket')).toBeTruthy();
  const values = region.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent]);
  expect(values).toEqual([
    ['product', 'Lamp'],
    ['price', '1,234.5'],
    ['isGift', 'Yes'],
  ]);
});

it('shows no notes about the contact, and no cards, to users who may not read contacts', async () => {
  const what = <VisitorPanel conversationId="c1" linkTo={(id) => id} onClose={() => undefined} />;
  const { sent } = await show(what, { [profile]: jane, ...withCard }, whoMay(['conversations.read']));
  await screen.findByText('On the page');
  expect(order()).not.toContain('Notes');
  expect(sent('GET /api/cards')).toEqual([]);
});
