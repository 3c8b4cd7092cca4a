/** Searches made by chance, beside what reading every conversation finds. */
import { holdsAt, type Phrase, tokensOf, unfinishedPhrase } from '@parley/contracts/filter/search-text';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { searchConversations } from '../src/conversations/search.ts';
import { searchTerms } from '../src/conversations/search-terms.ts';
import { indexWritten } from '../src/maintenance/search.ts';
import { type Chance, chance } from './support/random-filters.ts';
import { aConversation, anEmptyDatabase, fromCustomer } from './support/rows.ts';

const seed = Date.now() % 1_000_000;

interface Written {
  id: string;
  who: string;
  messages: string[];
}

const words = [
  'red',
  'redder',
  'Blüe',
  'lamp',
  'lamp-shade',
  'Größe',
  '注文',
  '商品が',
  'a',
  '42',
  'jane',
  'doe',
  '#17',
];

const some = (random: Chance, most: number) =>
  Array.from({ length: 1 + random.below(most) }, () => random.pick(words)).join(' ');

function someSearch(random: Chance): string {
  const term = (): string => {
    const word = random.happens(0.25)
      ? `"${some(random, 2)}"`
      : random.pick([...words, 'doe@mail.example', 'shop.exam']);
    return random.happens(0.15) ? `-${word}` : word;
  };
  const text = Array.from({ length: 1 + random.below(3) }, term).join(' ');
  return random.happens(0.3) ? text.slice(0, -1) : text;
}

const holds = (text: string, phrase: Phrase): boolean => {
  const tokens = tokensOf(text);
  return tokens.some((_, at) => holdsAt(tokens, at, phrase));
};

/** 0 where it is not found; else the greater the earlier it comes: by what was written, in part or wholly by who it is. */
function place({ who, messages }: Written, search: string): 0 | 1 | 2 | 3 {
  const { wanted, unfinished, unwanted } = searchTerms(search);
  const whole = (term: string): Phrase => ({ words: tokensOf(term).map(({ word }) => word), isUnfinished: false });
  const asked = [...wanted.map(whole), ...(unfinished === null ? [] : [unfinishedPhrase(unfinished)])].filter(
    (phrase) => phrase.words.length > 0,
  );
  const texts = [who, ...messages];
  const isFound =
    asked.length > 0 &&
    asked.every((phrase) => texts.some((text) => holds(text, phrase))) &&
    !unwanted.map(whole).some((phrase) => texts.some((text) => holds(text, phrase)));
  if (!isFound) return 0;
  if (asked.every((phrase) => holds(who, phrase))) return 3;
  return asked.some((phrase) => holds(who, phrase)) ? 2 : 1;
}

test('search finds exactly the conversations with all terms, customers before texts', async () => {
  const db = await anEmptyDatabase();
  const random = chance(seed);
  const written: Written[] = [];
  for (let index = 0; index < 50; index++) {
    const customerName = random.happens(0.5) ? some(random, 2) : null;
    const customerEmail = random.happens(0.5) ? `${random.pick(['jane.doe', 'doe'])}@mail.example` : null;
    const id = await aConversation(db, { customerName, customerEmail });
    const messages = Array.from({ length: random.below(5) }, () => some(random, 5));
    for (const message of messages) await fromCustomer(db, id, message);
    written.push({ id, who: `${customerEmail ?? ''} ${customerName ?? ''} shop.example.com`, messages });
    if (random.happens(0.1)) await indexWritten(db, random.below(30));
    // Simulates writes in between that fill some buckets of the index.
    if (random.happens(0.3)) {
      for (const numbers of ['search_message_numbers', 'search_person_numbers'])
        await sql`select setval(${numbers}, nextval(${numbers}) + ${8192 * random.below(6)})`.execute(db);
    }
  }
  let foundInAll = 0;
  for (let count = 0; count < 300; count++) {
    const text = someSearch(random);
    const places = new Map(written.map((each) => [each.id, place(each, text)]));
    const { conversations } = await searchConversations(db, { text, limit: 100 });
    const found = conversations.map(({ id }) => id);
    const expected = written.flatMap(({ id }) => (places.get(id) ? [id] : []));
    expect(found.toSorted(), `seed ${seed}: ${text}`).toEqual(expected.toSorted());
    const order = found.map((id) => places.get(id) ?? 0);
    expect(order, `seed ${seed}: ${text}`).toEqual(order.toSorted((one, other) => other - one));
    foundInAll += found.length;
  }
  // Not the agreement of those who find nothing.
  expect(foundInAll).toBeGreaterThan(300);
});
