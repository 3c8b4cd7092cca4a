/** Runs a conversation through the whole product, in two real browsers on two origins. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { root } from './process.ts';
import { openTwoSides, type TwoSides } from './two-sides.ts';

const artefacts = path.join(root, '.local/e2e');
let sides: TwoSides;

beforeAll(async () => {
  mkdirSync(artefacts, { recursive: true });
  sides = await openTwoSides();
});
afterAll(() => sides?.stop());

it('carries a conversation from a visitor on another origin to a representative and back', async () => {
  const { website, visitor, staff, complaints } = sides;
  await staff.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Conversations' }).click();
  await staff.getByText('No conversations yet').waitFor();

  await visitor.goto(website);
  await visitor.getByRole('button', { name: /chat/i }).click();
  const writing = visitor.getByRole('textbox').first();
  await writing.fill('Hello, is the blue one in stock?');
  await writing.press('Enter');

  // It appears by itself.
  const entry = staff.getByText('Hello, is the blue one in stock?').first();
  await entry.waitFor();
  await entry.click();
  await staff.getByRole('button', { name: 'Take Over' }).click();
  await staff.getByText('Manual Mode').first().waitFor();
  const answering = staff.getByRole('textbox', { name: /message/i });
  await answering.fill('Yes, three are left. Should I put one aside?');
  await answering.press('Enter');

  await visitor.getByText('Yes, three are left. Should I put one aside?').waitFor();
  await writing.fill('Please do!');
  await writing.press('Enter');
  await staff.getByText('Please do!').first().waitFor();
  await staff.screenshot({ path: path.join(artefacts, 'conversation-dashboard.png') });
  await visitor.screenshot({ path: path.join(artefacts, 'conversation-widget.png') });

  // History is there after a reload, on both sides.
  await Promise.all([visitor.reload(), staff.reload()]);
  await visitor.getByRole('button', { name: /chat/i }).click();
  await visitor.getByText('Yes, three are left. Should I put one aside?').waitFor();
  await visitor.getByText('Please do!').waitFor();
  await staff.getByText('Please do!').first().waitFor();
  expect(complaints).toEqual([]);
});
