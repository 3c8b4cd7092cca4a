/** Tags, views, macros, a second website, a help centre, the team's work and its history of the demo shop. */
import type { TagColour } from '@parley/contracts/conversations/tags';
import { upsertReplies } from '@parley/db/canned-replies/write';
import type { Transaction } from '@parley/db/database';
import { setCategories } from '@parley/db/help/categories';
import { insertView } from '@parley/db/views/views';
import { sql } from 'kysely';
import { seedAutomation, urgentAndOpen } from './automation.ts';
import { seedHistory } from './history.ts';
import { seedAssistantCosts, seedRatings } from './ratings.ts';
import { seedReviews } from './reviews.ts';
import { seedTopics } from './topics.ts';

const tags: readonly { name: string; colour: TagColour }[] = [
  { name: 'Delivery', colour: 'blue' },
  { name: 'Refund', colour: 'orange' },
  { name: 'Plant care', colour: 'green' },
  { name: 'Damaged', colour: 'red' },
  { name: 'Care plan', colour: 'teal' },
  { name: 'Order change', colour: 'purple' },
  { name: 'Feedback', colour: 'pink' },
  { name: 'Wholesale', colour: 'gray' },
];

/** Categories of the help centre, with the titles of their articles. */
const categories = [
  { names: { en: 'Orders and delivery' }, titles: ['Delivery times and costs', 'Changing or cancelling an order'] },
  { names: { en: 'Returns and refunds' }, titles: ['Damaged plants and refunds'] },
  { names: { en: 'Looking after plants' }, titles: ['Watering in winter', 'Plants that are safe for pets'] },
  { names: { en: 'Care plans' }, titles: ['Care plans'] },
] as const;

interface ShowcaseSetting {
  /** The admin first. */
  representatives: readonly { id: string }[];
  website: { id: string };
  now: Date;
}

/** Adds them to the demo organisation, with tags on half of its conversations. */
export async function seedShowcase(db: Transaction, { representatives, website, now }: ShowcaseSetting): Promise<void> {
  const [admin] = representatives;
  if (!admin) return;
  const trade = await db
    .insertInto('websites')
    .values({ domain: 'trade.fernwood.example', name: 'Fernwood Trade' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const tagRows = await db
    .insertInto('tags')
    .values(tags.map((tag) => ({ ...tag, createdBy: admin.id })))
    .returning(['id', 'name'])
    .execute();
  const tagId = (name: string) => tagRows.filter((tag) => tag.name === name).map(({ id }) => id);
  await tagConversations(
    db,
    tagRows.map(({ id }) => id),
  );
  const websiteId = website.id;
  const automation = await seedAutomation(db, { representatives, websiteId, tradeId: trade.id, tagId, now });
  await seedHistory(db, automation);
  await seedRatings(db, now);
  await seedAssistantCosts(db);
  const shared = { scope: 'all' as const, teamId: null, ownerId: admin.id };
  const open = { field: 'status' as const, op: 'in' as const, value: ['active', 'waiting'] };
  const tagged = ['Refund', 'Damaged'].flatMap(tagId);
  await insertView(db, {
    ...shared,
    name: 'Refunds and damage',
    sort: 'waiting',
    filter: { all: [open, { any: tagged.map((value) => ({ field: 'tag' as const, op: 'has' as const, value })) }] },
  });
  await insertView(db, {
    ...shared,
    name: 'Urgent',
    sort: 'waiting',
    filter: urgentAndOpen,
  });
  await insertView(db, {
    ...shared,
    name: 'Waiting for an hour',
    sort: 'waiting',
    filter: { field: 'waitingSince', op: 'older_than', value: 'PT1H' },
  });
  await seedReplies(db, admin.id, tagId);
  await seedHelpCentre(db);
  await seedReviews(db, admin.id);
  await seedTopics(db);
}

/** Tags every second conversation, and makes one that is open urgent. */
async function tagConversations(db: Transaction, ids: readonly string[]): Promise<void> {
  await sql`
    with numbered as (select id, row_number() over (order by created_at desc) as no from conversations)
    update conversations set tag_ids = array[(${[...ids]}::uuid[])[1 + (no / 2) % ${ids.length}]]
    from numbered where numbered.id = conversations.id and no % 2 = 0
  `.execute(db);
  await sql`
    update conversations set priority = 'urgent'
    where id = (select id from conversations where status = 'waiting' order by created_at limit 1)
  `.execute(db);
}

async function seedReplies(db: Transaction, by: string, tagId: (name: string) => string[]): Promise<void> {
  const shared = { ownerId: null, teamId: null, variants: [], websiteIds: [] };
  await upsertReplies(
    db,
    [
      {
        ...shared,
        name: 'Greeting',
        shortcut: 'hi',
        text: 'Hi {{customer.firstName | "there"}}, thanks for writing to Fernwood!',
        variants: [{ language: 'de', text: 'Hallo {{customer.firstName | "zusammen"}}, danke für Ihre Nachricht!' }],
        actions: [],
      },
      {
        ...shared,
        name: 'Where is my parcel',
        shortcut: 'parcel',
        text: 'Your parcel is on its way. Delivery takes 2 to 5 working days; plants wait for milder weather in frost.',
        actions: [{ type: 'tag', add: tagId('Delivery') }],
      },
      {
        ...shared,
        name: 'Refund and close',
        shortcut: 'refund',
        text: 'I have refunded you. The money is on your card in two to three working days.',
        actions: [{ type: 'tag', add: tagId('Refund') }, { type: 'note', text: 'Refund approved.' }, { type: 'close' }],
      },
      {
        ...shared,
        name: 'Ask for a photo',
        shortcut: 'photo',
        text: 'I’m sorry about that! Could you send me a photo of the plant and the box?',
        actions: [
          { type: 'tag', add: tagId('Damaged') },
          { type: 'snooze', hours: 24 },
        ],
      },
    ],
    by,
  );
}

/** Puts the articles into categories of the help centre. */
async function seedHelpCentre(db: Transaction): Promise<void> {
  const added = await setCategories(
    db,
    categories.map(({ names }) => ({ names })),
  );
  for (const [place, { titles }] of categories.entries()) {
    await db
      .updateTable('articles')
      .set({ onSite: true, categoryId: added[place]?.id ?? null })
      .where('title', 'in', [...titles])
      .execute();
  }
}
