import type { Filter } from '@parley/contracts/filter/filter';
import { beforeAll, describe, expect, test } from 'vitest';
import { pastAnswers } from '../src/articles/past-answers.ts';
import { deleteConversation } from '../src/conversations/delete.ts';
import { filterSql } from '../src/conversations/filter.ts';
import { customersAskedFor, type SearchFilter, searchConversations } from '../src/conversations/search.ts';
import { searchTerms } from '../src/conversations/search-terms.ts';
import {
  aConversation,
  aDatabase,
  anEmptyDatabase,
  aRepresentative,
  close,
  does,
  fromCustomer,
  fromRepresentative,
} from './support/rows.ts';

const db = await aDatabase();
const ids: Record<string, string> = {};

const contents: Record<string, { email?: string; name?: string; domain?: string; messages: string[] }> = {
  jane: {
    email: 'Jane.Doe+parley@Mail-Order.example.org',
    name: 'Jane Doe',
    messages: ['I would like a refund for the blue shoes', 'order A-12345 please'],
  },
  jürgen: { name: 'Jürgen Groß', domain: 'bücher.example', messages: ['Wo bleibt meine Bestellung? Größe 42'] },
  paypal: { messages: ['A refund by PayPal please'] },
  shoes: { messages: ['The shoes are blue', 'shoes shoes shoes'] },
  yuki: { name: '田中 雪', messages: ['注文した商品がまだ届いていません'] },
  somchai: { messages: ['สินค้ายังไม่มาถึง'] },
  ivan: { messages: ['Здравствуйте, где мой ЗАКАЗ?'] },
  link: { messages: ['see https://shop.example.com/orders/99?ref=mail <b>bold</b>'] },
};

beforeAll(async () => {
  for (const [key, { email = null, name = null, domain = 'garden.example', messages }] of Object.entries(contents)) {
    const id = await aConversation(db, { customerEmail: email, customerName: name, websiteDomain: domain });
    for (const message of messages) await fromCustomer(db, id, message);
    ids[key] = id;
  }
});

async function found(text: string, but: Partial<SearchFilter> = {}): Promise<string[]> {
  const { conversations } = await searchConversations(db, { text, limit: 50, ...but });
  return conversations.map(({ id }) => Object.keys(ids).find((key) => ids[key] === id) ?? id);
}
const foundSorted = async (text: string) => (await found(text)).toSorted();

describe('search', () => {
  test.each([
    ['an email address', 'jane.doe+parley@mail-order.example.org', ['jane']],
    ['a part of an address, whatever its case', 'DOE', ['jane']],
    ["an address's domain", 'mail-order.example.org', ['jane']],
    ['a name', 'jane doe', ['jane']],
    ["a website's domain", 'bücher.example', ['jürgen']],
    ['a word of a message', 'paypal', ['paypal']],
    ['a word being typed', 'refu', ['jane', 'paypal']],
    ['all words of a message', 'refund shoes', ['jane']],
    ['a phrase', '"blue shoes"', ['jane']],
    ['a phrase not in that order', '"shoes blue"', []],
    ['what does not hold a word', 'refund -paypal', ['jane']],
    ['what does not hold it anywhere in the conversation', 'refund -12345', ['paypal']],
    ['words about the customer and of a message together', 'jane 12345', ['jane']],
    ['words without their accents', 'jurgen grosse', ['jürgen']],
    ['accents where there are none', 'réfund páypal', ['paypal']],
    ['a number with letters', 'A-12345', ['jane']],
    ['a part of an address on the web', 'orders/99', ['link']],
    ['what looks like markup', '<b>bold', ['link']],
    ['a word in a script without spaces', '商品', ['yuki']],
    ['not its characters in another order', '品商', []],
    ['a name in such a script', '田中', ['yuki']],
    ['Thai', 'สินค้า', ['somchai']],
    ['Cyrillic in another case', 'заказ', ['ivan']],
    ['nothing for nothing', '   ', []],
    ['nothing for punctuation', '!!! " - --', []],
    ['nothing for what is only unwanted', '-refund', []],
    ['nothing harmful', `'); drop table messages; -- & | ! <-> :* \\`, []],
  ])('it finds %s', async (_name, text, expected) => {
    expect(await foundSorted(text)).toEqual(expected.toSorted());
  });

  test('the best first: who it is before what was written, often before once', async () => {
    expect(await found('shoes')).toEqual(['shoes', 'jane']);
    const named = await aConversation(db, { customerName: 'Paypal Paula' });
    expect(await found('paypal')).toEqual([named, 'paypal']);
    await deleteConversation(db, named);
  });

  test('it finds matches within a filter', async () => {
    const me = await aRepresentative(db);
    await close(db, ids.paypal!);
    expect(await found('refund', { status: 'closed' })).toEqual(['paypal']);
    expect(await found('refund', { status: 'active' })).toEqual(['jane']);
    expect(await found('refund', { assigned: me })).toEqual([]);
    expect(await foundSorted('refund')).toEqual(['jane', 'paypal']);
  });

  test('an address left later, and no longer the old one', async () => {
    const id = await aConversation(db, { customerEmail: 'before@example.org' });
    await does(db, id, { type: 'identify', email: 'after@example.org' });
    expect(await found('after@example.org')).toEqual([id]);
    expect(await found('before@example.org')).toEqual([]);
    await deleteConversation(db, id);
    expect(await found('after@example.org')).toEqual([]);
  });
});

test('pages of results have no holes and no repeats', async () => {
  const all: string[] = [];
  for (let index = 0; index < 25; index++) {
    const id = await aConversation(db);
    await fromCustomer(db, id, `zebra ${'crossing '.repeat(index % 4)}`);
    all.push(id);
  }
  const seen: string[] = [];
  let after: SearchFilter['after'] | null;
  do {
    const page = await searchConversations(db, { text: 'zebra', limit: 4, after: after ?? undefined });
    seen.push(...page.conversations.map(({ id }) => id));
    after = page.next;
  } while (after);
  expect(seen).toHaveLength(25);
  expect(seen.toSorted()).toEqual(all.toSorted());
});

test('typed text is split into terms', () => {
  expect(searchTerms('refund "blue shoes" -paypal ama')).toEqual({
    wanted: ['refund', 'blue shoes'],
    unfinished: 'ama',
    unwanted: ['paypal'],
  });
  expect(searchTerms('"half a phrase')).toEqual({ wanted: ['half a phrase'], unfinished: null, unwanted: [] });
  expect(searchTerms('a '.repeat(1000)).wanted.length).toBeLessThan(11);
});

test('search for similar questions finds answers by the team, not by the assistant', async () => {
  const me = await aRepresentative(db);
  const asked = await aConversation(db);
  await fromCustomer(db, asked, 'My kettle whistles out of tune');
  await fromRepresentative(db, asked, me, { content: 'Please descale the kettle.' });
  const now = await aConversation(db);
  await fromCustomer(db, now, 'The kettle whistles strangely');
  const answers = await pastAnswers(db, 'The kettle whistles strangely', { exceptConversationId: now, limit: 3 });
  expect(answers).toMatchObject([{ conversationId: asked, answer: 'Please descale the kettle.' }]);
});

describe('customers', () => {
  const filtered = async (filter: Filter, text = '') => {
    const where = filterSql(filter, { me: '', now: Date.now() });
    return found(text, { where, customers: customersAskedFor({ all: [filter] }) });
  };
  const from = (value: string): Filter => ({ field: 'customer', op: 'contains', value });

  test('they are looked for by name, address or its domain, and not by what was written or the website', async () => {
    expect(await filtered(from('jane'))).toEqual(['jane']);
    expect(await filtered(from('@mail-order.example.org'))).toEqual(['jane']);
    expect(await filtered(from('GRO'))).toEqual(['jürgen']);
    expect(await filtered(from('paypal'))).toEqual([]);
    expect(await filtered(from('garden.example'))).toEqual([]);
  });

  test('narrow a search for words, shown in the message that holds them', async () => {
    expect(await filtered(from('jane'), 'refund')).toEqual(['jane']);
    expect(await filtered(from('jürgen'), 'refund')).toEqual([]);
    const { conversations } = await searchConversations(db, { text: 'order', customers: ['jane'], limit: 5 });
    expect(conversations[0]?.match?.seq).toBe(2);
  });
});

test('a filter that few of what matches meet is looked for further back', async () => {
  const own = await anEmptyDatabase();
  const rare = await aConversation(own);
  await fromCustomer(own, rare, 'a zebra');
  await does(own, rare, { type: 'set', field: 'priority', value: 'urgent' });
  for (let index = 0; index < 210; index++) await fromCustomer(own, await aConversation(own), 'a zebra');
  const where = filterSql({ field: 'priority', op: 'is', value: 'urgent' }, { me: '', now: Date.now() });
  const { conversations, next } = await searchConversations(own, { text: 'zebra', where, limit: 50 });
  expect(conversations.map(({ id }) => id)).toEqual([rare]);
  expect(next).toBeNull();
});
