/** The sources beside the articles, and what can be done with each. */
import type { KnowledgeSource } from '@parley/contracts/knowledge/knowledge';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { KnowledgeSources } from '../src/features/knowledge-sources/sources.tsx';
import { show } from './screen.tsx';

const id = '0199a000-0000-7000-8000-00000000000a';
const at = '2026-01-01T00:00:00.000Z';
const source: KnowledgeSource = {
  id,
  kind: 'website',
  name: 'The shop',
  url: 'https://shop.example',
  rules: { include: [], exclude: [], maxPages: 100 },
  audience: 'public',
  websiteIds: [],
  isPaused: false,
  everyHours: null,
  state: 'ready',
  reason: null,
  reasonLocalized: null,
  counts: { waiting: 0, ready: 3, skipped: 0, failed: 0 },
  flagged: 0,
  passages: 9,
  startedAt: at,
  finishedAt: at,
  dueAt: null,
  createdAt: at,
};

it('a source shows its documents and is read again by buttons; its menu stops using it, rehearses that, edits and deletes', async () => {
  let isPaused = false;
  const { user, sent } = await show(<KnowledgeSources />, {
    'GET /api/knowledge/sources': () => [{ ...source, isPaused }],
    [`PATCH /api/knowledge/sources/${id}`]: () => {
      isPaused = true;
      return { ...source, isPaused };
    },
  });
  const row = within(await screen.findByRole('listitem'));
  expect(row.getAllByRole('button').map((button) => button.getAttribute('aria-label') ?? button.textContent)).toEqual([
    'Show the documents of The shop',
    'Refresh now',
    'More actions for The shop',
  ]);
  const menu = async () => {
    await user.click(row.getByRole('button', { name: 'More actions for The shop' }));
    return within(await screen.findByRole('menu')).getAllByRole('menuitem');
  };
  expect((await menu()).map(({ textContent }) => textContent)).toEqual(['Edit', 'Stop using', 'Rehearse', 'Delete']);
  await user.click(screen.getByRole('menuitem', { name: 'Stop using' }));
  await row.findByText('Not in use');
  expect(sent(`PATCH /api/knowledge/sources/${id}`)).toEqual([{ isPaused: true, expected: { isPaused: false } }]);
  await menu();
  await user.click(screen.getByRole('menuitem', { name: 'Delete' }));
  await screen.findByRole('alertdialog', { name: 'Delete source' });
});

it('explains why passages are not found by meaning, and has the model asked again', async () => {
  const embeddings = '/api/knowledge/embeddings';
  const reason = 'The embedding model meaning doesn’t answer: 401 Wrong key';
  const { user, sent } = await show(<KnowledgeSources />, {
    'GET /api/knowledge/sources': [source],
    [`GET ${embeddings}`]: { waiting: 9, reason, reasonLocalized: null },
    [`POST ${embeddings}`]: null,
  });
  expect(await screen.findByText(`Some passages are found by words only, not by meaning yet: ${reason}`)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(sent(`POST ${embeddings}`)).toHaveLength(1));
});
