/** An answer with its sources on both sides, and a hand-off that both sides see. */
import { indexDocument } from '@parley/core/knowledge/index-document';
import { createDatabase } from '@parley/db/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ModelServer, startModelServer } from '@parley/testing/openai';
import { openTwoSides, type TwoSides } from '../two-sides.ts';

let model: ModelServer;
let sides: TwoSides;

beforeAll(async () => {
  model = await startModelServer();
  sides = await openTwoSides({ env: { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'test' } });
  const { stack, admin } = sides;
  await stack.call('POST', '/api/settings', { as: admin, body: { aiConfig: { enabled: true } } });
  const db = createDatabase(stack.database.url, { max: 1 });
  const { id: sourceId } = await db
    .insertInto('knowledgeSources')
    .values({ kind: 'website', name: 'The shop' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await indexDocument(
    { db },
    {
      sourceId,
      externalId: 'returns',
      url: 'https://shop.example.com/returns',
      title: 'Returns policy',
      language: 'en',
      audience: 'public',
      websiteIds: [],
      markdown: '# Returns\n\nReturns of lamps are free within 30 days. Worn bulbs stay with you.',
    },
  );
  await db.destroy();
});
afterAll(async () => {
  await sides?.stop();
  await model?.close();
});

it('shows each side what an answer cites, and what is passed on', async () => {
  const { website, visitor, staff, complaints } = sides;
  model.usually = { text: 'Returns of lamps are free within 30 days [1].' };
  await visitor.goto(website);
  await visitor.getByRole('button', { name: /chat/i }).click();
  const writing = visitor.getByRole('textbox').first();
  await writing.fill('Are returns of lamps free?');
  await writing.press('Enter');
  const link = visitor.getByRole('link', { name: 'Returns policy' });
  await link.waitFor();
  expect(await link.getAttribute('href')).toBe('https://shop.example.com/returns');

  await staff.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Conversations' }).click();
  await staff.getByText('Returns of lamps are free within 30 days.').first().click();
  await staff.getByRole('button', { name: 'Sources' }).click();
  const source = staff.getByRole('log').locator('blockquote');
  await source.getByRole('link', { name: 'Returns policy' }).waitFor();
  expect(await source.locator('mark').textContent()).toBe('Returns of lamps are free within 30 days.');
  await staff.getByRole('button', { name: 'Mark as wrong' }).click();
  await staff.getByText('Marked as wrong').waitFor();

  model.usually = {
    tool: 'hand_off_to_human',
    arguments: { reason: 'Refund', asked: 'A refund for a lamp', facts: ['Order 48213'], draft: 'We refund it today.' },
  };
  await writing.fill('My order 48213 arrived broken, I want my money back');
  await writing.press('Enter');
  const wrong = visitor.getByRole('button', { name: 'That’s wrong: Order 48213' });
  await wrong.waitFor();
  await staff.getByText('First answer:').waitFor();
  await staff.getByRole('link', { name: 'message 3' }).waitFor();
  const reply = staff.getByRole('textbox', { name: 'Message' });
  await reply.fill('What is your order number, please?');
  await staff.getByText('They already said: Order 48213').waitFor();
  await wrong.click();
  await visitor.getByRole('button', { name: 'That’s right after all: Order 48213' }).waitFor();
  await staff.getByText('wrong, according to the customer').waitFor();
  await staff.getByText('They already said').waitFor({ state: 'detached' });
  await reply.fill('');
  await staff.getByRole('button', { name: 'Use draft' }).click();
  expect(await reply.inputValue()).toBe('We refund it today.');
  expect(complaints).toEqual([]);
});
