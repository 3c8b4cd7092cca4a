/** Effects of a change of the assistant, as its author sees them. */
import type { Rehearsal, RehearsalRow, RehearsedAnswer } from '@parley/contracts/assistant/rehearsals';
import { screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { expect, it } from 'vitest';
import { RehearseButton } from '../src/domain/rehearsal/rehearse-button.tsx';
import Actions from '../src/features/tools/actions.tsx';
import { definitionOf, newTool } from '../src/domain/tools/definition.ts';
import KnowledgePage from '../src/pages/knowledge-page.tsx';
import { type Answers, refusal, show } from './screen.tsx';

const id = '0199a000-0000-7000-8000-00000000000a';
const at = '2026-01-01T00:00:00.000Z';
const side = { handedOff: 0.5, cited: 1, dropped: 0, contradicting: 0, p50Ms: 900, p95Ms: 2000, costUsd: 0.2 };

const rehearsal = (more: Partial<Rehearsal> = {}): Rehearsal => ({
  id,
  change: { settings: { personTopics: ['lawyer'] } },
  before: { settings: { personTopics: [] }, articles: [], sources: [] },
  conversations: 200,
  budget: { replies: 50, tokens: null, costUsd: null },
  state: 'done',
  reason: null,
  reasonLocalized: null,
  questions: 20,
  answered: 20,
  failed: 0,
  changed: 1,
  tests: { total: 0, failing: 0 },
  spent: { replies: 30, tokens: 4000, costUsd: 0.5 },
  published: side,
  candidate: { ...side, handedOff: 0.75 },
  createdBy: 'Ada Moreau',
  createdAt: at,
  finishedAt: at,
  publishedAt: null,
  ...more,
});

const answer = (more: Partial<RehearsedAnswer>): RehearsedAnswer => ({
  kind: 'answer',
  text: '',
  sentences: [],
  dropped: [],
  milliseconds: 1,
  tokens: 1,
  costUsd: 0,
  ...more,
});

const row: RehearsalRow = {
  id: '0199a000-0000-7000-8000-00000000000b',
  conversationId: '0199a000-0000-7000-8000-00000000000c',
  seq: 1,
  testId: null,
  question: 'May my lawyer write to you?',
  pastReply: { by: 'representative', text: 'Of course.' },
  published: answer({ text: 'Write to us.' }),
  candidate: answer({ kind: 'hand_off', text: 'The customer asked for a person.' }),
  differences: ['hand_off_gained'],
  opinion: null,
  reason: null,
  reasonLocalized: null,
  expectation: null,
};

const answers = (more: Answers = {}): Answers => ({
  'GET /api/rehearsals': [rehearsal()],
  [`GET /api/rehearsals/${id}`]: () => rehearsal(),
  [`GET /api/rehearsals/${id}/rows`]: [row],
  'GET /api/rehearsal-publications': [],
  'GET /api/rehearsal-tests': [],
  ...more,
});

const screens = (
  <Routes>
    <Route path="/" element={<RehearseButton change={{ settings: { personTopics: ['lawyer'] } }} />} />
    <Route path="/knowledge" element={<KnowledgePage />} />
  </Routes>
);

it('the cost is shown first; the limits typed are kept to, and the report follows', async () => {
  const { user, sent } = await show(
    screens,
    answers({
      'POST /api/rehearsals/estimate': {
        conversations: 200,
        questions: 20,
        replies: 40,
        tokens: 90_000,
        costUsd: 1.25,
        isPriceKnown: true,
      },
      'POST /api/rehearsals': () => Response.json(rehearsal({ state: 'waiting' }), { status: 202 }),
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Rehearse' }));
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByText('20 questions: up to 40 model calls, about 90,000 tokens and $1.25.');
  await user.type(dialog.getByLabelText('Maximum cost (USD)'), '2');
  await user.click(dialog.getByRole('button', { name: 'Start rehearsal' }));
  await screen.findByText('May my lawyer write to you?');
  expect(sent('POST /api/rehearsals')).toEqual([
    {
      change: { settings: { personTopics: ['lawyer'] } },
      conversations: 200,
      budget: { replies: 50, tokens: null, costUsd: 2 },
    },
  ]);
  // Each side, and what a person said.
  for (const text of ['Write to us.', 'The customer asked for a person.', 'Of course.']) screen.getByText(text);
  screen.getByText('Now hands off');
});

it('a publication that is refused explains why, and nothing is said to be published', async () => {
  const { user } = await show(
    screens,
    answers({
      'POST /api/rehearsals/estimate': {
        conversations: 1,
        questions: 1,
        replies: 2,
        tokens: 9,
        costUsd: 0,
        isPriceKnown: false,
      },
      'POST /api/rehearsals': () => Response.json(rehearsal(), { status: 202 }),
      [`POST /api/rehearsals/${id}/publish`]: () => refusal('conflict', 'A colleague was faster.'),
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Rehearse' }));
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByText(/The model’s price isn’t known/);
  await user.click(dialog.getByRole('button', { name: 'Start rehearsal' }));
  await user.click(await screen.findByRole('button', { name: 'Publish change' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Publish change' }));
  await screen.findByText('A colleague was faster.');
  expect(screen.queryByText('The change is published.')).toBeNull();
});

it('an action is rehearsed the other way round than it is switched, and shown switched once that is published', async () => {
  const tool = { ...newTool, id, name: 'order_status', createdAt: at, updatedAt: at };
  const change = { tools: [{ id, isActive: true }] };
  const before = { settings: {}, articles: [], sources: [] };
  const asked = { change, before: { ...before, tools: [{ id, isActive: false, name: tool.name, updatedAt: at }] } };
  let isActive = false;
  const { user, sent } = await show(
    <Routes>
      <Route path="/" element={<Actions />} />
      <Route
        path="/knowledge"
        element={
          <>
            <Actions />
            <KnowledgePage />
          </>
        }
      />
    </Routes>,
    answers({
      'GET /api/tools': () => [{ ...tool, isActive }],
      'GET /api/tool-hosts': [],
      'GET /api/tool-servers': [],
      'GET /api/deliveries': [],
      'POST /api/rehearsals/estimate': {
        conversations: 1,
        questions: 1,
        replies: 2,
        tokens: 9,
        costUsd: 0,
        isPriceKnown: false,
      },
      'POST /api/rehearsals': () => Response.json(rehearsal(asked), { status: 202 }),
      'GET /api/rehearsals': [rehearsal(asked)],
      [`GET /api/rehearsals/${id}`]: () => rehearsal(asked),
      [`POST /api/rehearsals/${id}/publish`]: () => {
        isActive = true;
        return Response.json({}, { status: 201 });
      },
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Rehearse: On, order_status' }));
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByText(/The model’s price isn’t known/);
  await user.click(dialog.getByRole('button', { name: 'Start rehearsal' }));
  const switched = (await screen.findByRole('rowheader', { name: 'Action “order_status”' })).closest('tr');
  expect(switched?.textContent).toBe('Action “order_status”Not in useIn use');
  expect(sent('POST /api/rehearsals')).toMatchObject([{ change }]);
  await user.click(await screen.findByRole('button', { name: 'Publish change' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Publish change' }));
  await screen.findByRole('button', { name: 'Rehearse: Off, order_status' });
});

it('unsaved input of an action is rehearsed as it is, and reported part by part', async () => {
  const tool = {
    ...newTool,
    id,
    name: 'order_status',
    description: 'Tells where an order is',
    createdAt: at,
    updatedAt: at,
  };
  const definition = definitionOf(tool, true);
  const change = { tools: [{ id, definition: { ...definition, description: 'Tells when an order arrives' } }] };
  const before = { settings: {}, articles: [], sources: [], tools: [{ ...tool, definition }] };
  const { user, sent } = await show(
    <Routes>
      <Route path="/" element={<Actions />} />
      <Route path="/knowledge" element={<KnowledgePage />} />
    </Routes>,
    answers({
      'GET /api/tools': [tool],
      'GET /api/tool-hosts': [],
      'GET /api/tool-servers': [],
      'GET /api/deliveries': [],
      'POST /api/rehearsals/estimate': {
        conversations: 1,
        questions: 1,
        replies: 2,
        tokens: 9,
        costUsd: 0,
        isPriceKnown: false,
      },
      'POST /api/rehearsals': () => Response.json(rehearsal({ change, before }), { status: 202 }),
      [`GET /api/rehearsals/${id}`]: () => rehearsal({ change, before }),
      [`GET /api/rehearsals/${id}/rows`]: [{ ...row, opinion: { contradicts: true, why: 'Nobody said so.' } }],
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Edit order_status' }));
  const form = within(await screen.findByRole('dialog', { name: 'Edit order_status' }));
  await user.clear(form.getByLabelText(/What it does/));
  await user.type(form.getByLabelText(/What it does/), 'Tells when an order arrives');
  await user.click(form.getByRole('button', { name: 'Rehearse' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Rehearse' }));
  await dialog.findByText(/The model’s price isn’t known/);
  await user.click(dialog.getByRole('button', { name: 'Start rehearsal' }));
  const part = (await screen.findByRole('rowheader', { name: /What it does/ })).closest('tr');
  expect(part?.textContent).toBe(
    'Action “order_status” · What it doesTells where an order isTells when an order arrives',
  );
  expect(sent('POST /api/rehearsals')).toMatchObject([{ change }]);
  // Nothing was saved by it.
  expect(sent(`PUT /api/tools/${id}`)).toEqual([]);
  await screen.findByText('Second opinion of the model: it contradicts the person. Nobody said so.');
});
