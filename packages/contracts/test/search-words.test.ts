import { englishOf } from '../src/i18n/server-texts.ts';
import { expect, test } from 'vitest';
import {
  asksForNames,
  daysInUtc,
  readSearch,
  type SearchNames,
  searchProblemWords,
} from '../src/filter/search-words.ts';
import { parseFilter } from '../src/filter/filter-parse.ts';
import { filterFields } from '../src/filter/filter-fields.ts';

const ada = '0190a000-0000-7000-8000-00000000000a';
const adam = '0190a000-0000-7000-8000-00000000000b';
const shop = '0190a000-0000-7000-8000-00000000000c';
const sales = '0190a000-0000-7000-8000-00000000000f';
const vip = '0190a000-0000-7000-8000-00000000000d';
const late = '0190a000-0000-7000-8000-00000000000e';
const names = {
  users: [
    { id: ada, name: 'Ada Lovelace', email: 'ada@parley.example' },
    { id: adam, name: 'Adam Smith' },
  ],
  teams: [{ id: sales, name: 'Sales' }],
  websites: [{ id: shop, domain: 'shop.example.com' }],
  companies: [{ id: 'c1', name: 'Acme Ltd' }],
  mailboxes: [{ id: shop, name: 'Sales', address: 'sales@shop.example' }],
  slaPolicies: [{ id: shop, name: 'Gold' }],
  tags: [
    { id: vip, name: 'VIP' },
    { id: late, name: 'Very late' },
  ],
  attributes: [
    { subject: 'contact', key: 'plan', name: 'Plan', type: 'choice', choices: ['Free', 'Pro', 'Pro Max'] },
    { subject: 'contact', key: 'firm', name: 'Firm', type: 'text', choices: [] },
    { subject: 'contact', key: 'seats', name: 'Seats', type: 'number', choices: [] },
    { subject: 'contact', key: 'renewal', name: 'Renewal', type: 'date', choices: [] },
    { subject: 'conversation', key: 'is_paid', name: 'Paid', type: 'yes_no', choices: [] },
    { subject: 'conversation', key: 'status', name: 'Status of the order', type: 'text', choices: [] },
  ],
} satisfies SearchNames;
const now = Date.parse('2026-11-22T12:00:00Z');
const read = (typed: string) => readSearch(typed, names, daysInUtc(now));

test.each([
  ['from:jane', { field: 'customer', op: 'contains', value: 'jane' }],
  ['subject:"late parcel"', { field: 'subject', op: 'contains', value: 'late parcel' }],
  ['cc:accounting', { field: 'participant', op: 'contains', value: 'accounting' }],
  [
    'to:jane',
    {
      any: [
        { field: 'customer', op: 'contains', value: 'jane' },
        { field: 'participant', op: 'contains', value: 'jane' },
      ],
    },
  ],
  [
    'to:Sales@shop',
    {
      any: [
        { field: 'customer', op: 'contains', value: 'Sales@shop' },
        { field: 'participant', op: 'contains', value: 'Sales@shop' },
        { field: 'mailbox', op: 'is', value: shop },
      ],
    },
  ],
  ['delivery:bounced,failed', { field: 'delivery', op: 'in', value: ['bounced', 'failed'] }],
  ['mailbox:sales', { field: 'mailbox', op: 'is', value: shop }],
  ['mailbox:none', { field: 'mailbox', op: 'is', value: 'none' }],
  ['from:"Jane Doe"', { field: 'customer', op: 'contains', value: 'Jane Doe' }],
  ['from:@shop.example', { field: 'customer', op: 'contains', value: '@shop.example' }],
  ['assignee:me', { field: 'assignee', op: 'is', value: 'me' }],
  ['assignee:nobody', { field: 'assignee', op: 'is', value: 'nobody' }],
  ['team:sal', { field: 'team', op: 'is', value: sales }],
  ['team:none', { field: 'team', op: 'is', value: 'none' }],
  ['assignee:lovelace', { field: 'assignee', op: 'is', value: ada }],
  ['assignee:ada@parley.example', { field: 'assignee', op: 'is', value: ada }],
  ['tag:vip', { field: 'tag', op: 'has', value: vip }],
  ['tag:"very late"', { field: 'tag', op: 'has', value: late }],
  ['tag:vip,very', { field: 'tag', op: 'has_any', value: [vip, late] }],
  ['-tag:vip', { not: { field: 'tag', op: 'has', value: vip } }],
  ['status:waiting', { field: 'status', op: 'is', value: 'waiting' }],
  ['STATUS:Waiting,active', { field: 'status', op: 'in', value: ['waiting', 'active'] }],
  ['website:shop', { field: 'website', op: 'is', value: shop }],
  ['website:none', { field: 'website', op: 'is', value: 'none' }],
  ['channel:telegram', { field: 'channel', op: 'is', value: 'telegram' }],
  ['priority:urgent', { field: 'priority', op: 'is', value: 'urgent' }],
  ['is:unread', { field: 'unread', op: 'is', value: true }],
  ['is:snoozed', { field: 'snoozed', op: 'is', value: true }],
  ['has:email', { field: 'customerEmail', op: 'known', value: true }],
  ['before:2026-11-21', { field: 'createdAt', op: 'before', value: '2026-11-21T00:00:00.000Z' }],
  ['after:2026-02', { field: 'updatedAt', op: 'after', value: '2026-02-01T00:00:00.000Z' }],
  ['after:yesterday', { field: 'updatedAt', op: 'after', value: '2026-11-21T00:00:00.000Z' }],
  ['after:7d', { field: 'updatedAt', op: 'newer_than', value: 'P7D' }],
  ['plan:pro', { field: 'contact.plan', op: 'is', value: 'Pro' }],
  ['plan:fr', { field: 'contact.plan', op: 'is', value: 'Free' }],
  ['plan:"pro max"', { field: 'contact.plan', op: 'is', value: 'Pro Max' }],
  [
    'plan:pro,free',
    {
      any: [
        { field: 'contact.plan', op: 'is', value: 'Pro' },
        { field: 'contact.plan', op: 'is', value: 'Free' },
      ],
    },
  ],
  ['-Plan:pro', { not: { field: 'contact.plan', op: 'is', value: 'Pro' } }],
  ['attr.plan:pro', { field: 'contact.plan', op: 'is', value: 'Pro' }],
  ['attr.status:sent', { field: 'conversation.status', op: 'contains', value: 'sent' }],
  ['firm:"acme inc"', { field: 'contact.firm', op: 'contains', value: 'acme inc' }],
  ['seats:12', { field: 'contact.seats', op: 'is', value: 12 }],
  ['seats:>12.5', { field: 'contact.seats', op: 'greater_than', value: 12.5 }],
  ['seats:<-1', { field: 'contact.seats', op: 'less_than', value: -1 }],
  ['renewal:2026-12-01', { field: 'contact.renewal', op: 'is', value: '2026-12-01' }],
  ['renewal:<today', { field: 'contact.renewal', op: 'before', value: '2026-11-22' }],
  ['renewal:>2026-12-01', { field: 'contact.renewal', op: 'after', value: '2026-12-01' }],
  ['is_paid:yes', { field: 'conversation.is_paid', op: 'is', value: true }],
  ['is_paid:no', { field: 'conversation.is_paid', op: 'is', value: false }],
  ['has:plan', { field: 'contact.plan', op: 'known', value: true }],
  ['-has:attr.status', { not: { field: 'conversation.status', op: 'known', value: true } }],
  ['before:2h', { field: 'createdAt', op: 'older_than', value: 'PT2H' }],
])('the word %s is a filter', (typed, filter) => {
  const found = read(typed);
  expect(found).toMatchObject({ text: '', filter });
  // And one that the API takes.
  expect(parseFilter(found.filter, names.attributes)).toEqual({ filter: found.filter });
});

test('several words are all to be met, and what is no filter stays text, quotes and exclusions included', () => {
  expect(read('refund status:waiting "blue shoes" -tag:vip -paypal https://x.example/a http:x order:12')).toMatchObject(
    {
      text: 'refund "blue shoes" -paypal https://x.example/a http:x order:12',
      filter: {
        all: [{ field: 'status', op: 'is', value: 'waiting' }, { not: { field: 'tag', op: 'has', value: vip } }],
      },
    },
  );
  expect(read('"tag:vip"')).toMatchObject({ text: '"tag:vip"', filter: null, words: [] });
  expect(read('constructor:x __proto__:y is')).toMatchObject({ filter: null, words: [] });
});

test.each([
  ['tag:', 'tag: Add a value. There are VIP, Very late.'],
  ['tag:gone', 'tag: There is no “gone”. There are VIP, Very late.'],
  ['tag:v', 'tag: “v” matches several: VIP, Very late.'],
  ['assignee:ad', 'assignee: “ad” matches several: Ada Lovelace, Adam Smith.'],
  ['status:broken', 'status: There is no “broken”. There are active, waiting, closed.'],
  ['is:constructor', /^is: There is no “constructor”\./],
  ['before:soon', /^before: “soon” isn’t a date\./],
  ['after:2026-02-30', /^after: “2026-02-30” isn’t a date\./],
  ['after:99999d', /isn’t a date/],
  ['plan:', 'plan: Add a value. There are Free, Pro, Pro Max.'],
  ['plan:gold', 'plan: There is no “gold”. There are Free, Pro, Pro Max.'],
  ['plan:p', 'plan: “p” matches several: Pro, Pro Max.'],
  ['seats:many', /^seats: “many” isn’t a number\./],
  ['seats:>', /^seats: “>” isn’t a number\./],
  ['renewal:2026-02-30', /^renewal: “2026-02-30” isn’t a date\./],
  ['is_paid:maybe', 'is_paid: There is no “maybe”. There are yes, no.'],
  ['attr.status:', 'attr.status: Add a value.'],
])('%s is refused with its name', (typed, message) => {
  const [word] = read(typed).words;
  const text = word?.problem && englishOf(searchProblemWords(word.problem));
  expect(text).toMatch(message);
});

test('names are asked for only by words that may need them', () => {
  expect(['plan:pro', 'tag:vip', 'has:plan', 'attr.x:y'].map(asksForNames)).toEqual([true, true, true, true]);
  expect(['refund', 'status:closed from:jane is:unread', 'https://x.example/a'].map(asksForNames)).toEqual([
    false,
    false,
    false,
  ]);
});

test('where a customer came from is compared as a whole, in the form that it is stored in', () => {
  expect(read('country:de,at referrer:www.Google.com utm_source:News').filter).toEqual({
    all: [
      { field: 'country', op: 'in', value: ['DE', 'AT'] },
      { field: 'referrer', op: 'is', value: 'google.com' },
      { field: 'utmSource', op: 'is', value: 'News' },
    ],
  });
});

test('each word shows where it is', () => {
  const typed = 'refund -tag:"very late" now';
  expect(read(typed).words.map(({ start, end }) => typed.slice(start, end))).toEqual(['-tag:"very late"']);
});

test('every field of the one filter that people choose by can be said as a word', () => {
  const filter = read(
    'from:a cc:c delivery:failed subject:b mailbox:sales sla:gold assignee:me team:sales tag:vip status:closed is:unread,snoozed,assisted,followed,due,overdue,breached,rated,to_follow_up priority:low rating:1 website:shop company:acme channel:widget before:7d after:7d has:email,name country:de referrer:www.Google.com utm_source:news utm_medium:email utm_campaign:spring',
  ).filter;
  const fields = Object.keys(filterFields).filter(
    (field) => !['waitingSince', 'snoozedUntil', 'closedAt'].includes(field),
  );
  for (const field of fields) expect(JSON.stringify(filter)).toContain(`"${field}"`);
});

test('a search of thousands of words, or of one endless word, is taken apart all the same', () => {
  const many = 'tag:vip a:b "c '.repeat(5_000);
  expect(read(many).words.length).toBeGreaterThan(0);
  expect(read('a'.repeat(100_000)).text).toHaveLength(100_000);
  expect(read('-'.repeat(100_000)).filter).toBeNull();
});
