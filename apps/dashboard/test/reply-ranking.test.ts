import { expect, it } from 'vitest';
import { indexOf, type Insertable, rank, wordsIn } from '../src/domain/canned-replies/ranking.ts';

const reply = (shortcut: string, words = '', more: Partial<Insertable> = {}): Insertable => ({
  id: shortcut,
  shortcut,
  name: shortcut,
  words,
  ownUses: 0,
  uses: 0,
  ...more,
});

const found = (items: Insertable[], typed: string, lastMessage = '') =>
  rank(indexOf(items), { typed, lastMessage, limit: 10 }).map(({ id }) => id);

it('offers the reply with the typed shortcut before those that only begin with it, contain it or mention it', () => {
  const items = [
    reply('other', 'we say refund here', { ownUses: 99 }),
    reply('no-refund', '', { ownUses: 50 }),
    reply('refunds'),
    reply('refund'),
    reply('greeting', 'Hello'),
  ];
  expect(found(items, 'refund')).toEqual(['refund', 'refunds', 'no-refund', 'other']);
  expect(found(items, 'xyz')).toEqual([]);
});

it('offers what is most like the customer’s last message first, whatever is used more', () => {
  const items = [
    reply('hours', 'We are open from nine to five', { ownUses: 80 }),
    reply('thanks', 'Thank you for your message', { ownUses: 90 }),
    reply('delivery', 'Your parcel is on its way, deliveries take three days'),
    reply('refund', 'We refund within two weeks'),
    reply('hello', 'Hello there'),
  ];
  expect(found(items, '', 'Where is my parcel? Its delivery was promised for today')[0]).toBe('delivery');
  expect(found(items, '', 'Bonjour').slice(0, 2)).toEqual(['thanks', 'hours']);
});

it('offers what one uses oneself before what others use', () => {
  const items = [reply('theirs', '', { uses: 500 }), reply('mine', '', { uses: 3, ownUses: 3 }), reply('nobodys')];
  expect(found(items, '')).toEqual(['mine', 'theirs', 'nobodys']);
});

it('compares words whatever their ending, and pairs of characters where a language has no spaces', () => {
  expect([...wordsIn('Deliveries, delivery')]).toEqual(['delive']);
  expect([...wordsIn('配送状況')]).toEqual(['配送', '送状', '状況']);
});

it('offers replies before articles that are as much alike', () => {
  const article = { ...reply('', 'Delivery takes three days', { id: 'article', name: 'A delivery', ownUses: 9 }) };
  expect(found([article, reply('hello')], '')).toEqual(['hello', 'article']);
  expect(found([article, reply('hello')], '', 'When is the delivery?')).toEqual(['article', 'hello']);
});

it('offers of two thousand the very ones that come first when all of them are put in order', () => {
  const words = ['parcel', 'refund', 'delivery', 'hours', 'thanks', 'broken'];
  const items = Array.from({ length: 2_000 }, (_, index) =>
    reply(`reply-${(index * 7919) % 2_000}`, `${words[index % 6]} ${words[(index * 5) % 6]}`, {
      ownUses: (index * 31) % 17,
      uses: (index * 13) % 101,
    }),
  );
  for (const [typed, last] of [
    ['', 'Where is my parcel?'],
    ['reply-1', 'It came broken'],
    ['refund', ''],
  ] as const) {
    const index = indexOf(items);
    const all = rank(index, { typed, lastMessage: last, limit: items.length });
    expect(rank(index, { typed, lastMessage: last, limit: 30 })).toEqual(all.slice(0, 30));
  }
});
