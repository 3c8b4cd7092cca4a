/** The tab of rules: what is shown of them, what is sent, and what a test on past days answers. */
import type { Rule } from '@parley/contracts/rules/rules';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Rules } from '../src/features/rules/rules.tsx';
import { settingsAnswers, show } from './screen.tsx';

const vip = '01960d2c-5f3a-7c41-9a53-2f6d1c0b7e01';
const rule = (change: Partial<Rule>): Rule => ({
  id: '01960d2c-5f3a-7c41-9a53-2f6d1c0b7e11',
  name: 'VIP first',
  isOn: true,
  stops: false,
  triggers: ['conversation_opened'],
  time: null,
  filter: { all: [{ field: 'tag', op: 'has', value: vip }] },
  hours: 'within',
  words: [],
  languages: [],
  actions: [{ type: 'priority', priority: 'urgent' }],
  problem: null,
  hasAddress: false,
  author: { id: 'u1', name: 'Ada Byron' },
  createdBy: 'Ada Byron',
  runs: { done: 12, failed: 1 },
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  ...change,
});
const second = rule({ id: '01960d2c-5f3a-7c41-9a53-2f6d1c0b7e12', name: 'Close spam', isOn: false });

const answers = (...rules: Rule[]) => ({
  ...settingsAnswers(),
  'GET /api/rules': rules,
  'GET /api/tags': [{ id: vip, name: 'VIP', colour: 'red' }],
  'GET /api/websites': [],
  'GET /api/teams': [],
  'GET /api/attributes': [],
  'GET /api/companies': [],
  'GET /api/mailboxes/names': [],
  'GET /api/webhooks': [],
});

describe('rules', () => {
  it('are listed as sentences, with their runs and what needs attention', async () => {
    const gone = rule({ problem: { reason: 'Something that it names was deleted.' } });
    await show(<Rules />, answers(gone, second));
    expect(
      await screen.findAllByText(
        'When a conversation is started and Tag has VIP and it is within working hours → Urgent',
      ),
    ).toHaveLength(2);
    expect(screen.getByText('Needs attention: Something that it names was deleted.')).toBeTruthy();
    expect(screen.getAllByText('Runs in 7 days: 12')).toHaveLength(2);
  });

  it('are turned on, and moved by buttons', async () => {
    const { user, sent } = await show(<Rules />, {
      ...answers(rule({}), second),
      [`PATCH /api/rules/${second.id}`]: second,
      'PUT /api/rules/order': null,
    });
    await user.click(await screen.findByLabelText('Turn on Close spam'));
    await expect.poll(() => sent(`PATCH /api/rules/${second.id}`)).toEqual([{ isOn: true }]);
    await user.click(screen.getByRole('button', { name: 'Move Close spam up' }));
    await expect.poll(() => sent('PUT /api/rules/order')).toEqual([{ ids: [second.id, rule({}).id] }]);
  });

  it('begin with a template, and are tested on past days before they are saved', async () => {
    const tested = {
      events: 120,
      matches: 42,
      conversations: 42,
      closed: 3,
      messages: 0,
      gaps: ['state_now', 'rate'],
      examples: [
        { conversationId: 'c1', customer: 'Jane Roe', trigger: 'conversation_opened', at: '2026-11-20T10:00:00Z' },
      ],
    };
    const { user, sent } = await show(<Rules />, {
      ...answers(rule({})),
      'POST /api/rules/test': tested,
      'POST /api/rules': rule({}),
    });
    await user.click(await screen.findByRole('button', { name: 'Add rule' }));
    await user.selectOptions(screen.getByLabelText('Start with'), 'Close spam');
    await user.click(screen.getByRole('button', { name: 'Test' }));
    const result = await screen.findByText('42 would match · 3 would be closed');
    expect(within(result.parentElement!).getByText(/compared as they are now/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Jane Roe' }).getAttribute('href')).toBe('/conversations?selected=c1');
    expect(sent('POST /api/rules')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Save rule' }));
    await expect
      .poll(() => sent('POST /api/rules'))
      .toMatchObject([
        {
          name: 'Close spam',
          triggers: ['conversation_opened'],
          words: ['guest post'],
          actions: [{ type: 'close', reason: 'Close spam' }],
          isOn: true,
          stops: true,
        },
      ]);
  });

  it('show what they have done, with a way back', async () => {
    const run = {
      id: 'r1',
      ruleId: rule({}).id,
      conversationId: 'c1',
      customer: 'Jane Roe',
      trigger: 'conversation_opened',
      outcome: 'done',
      actions: ['priority'],
      reason: null,
      activityNo: 4,
      depth: 0,
      createdAt: '2026-11-20T10:00:00Z',
    };
    const failed = { ...run, id: 'r2', outcome: 'failed', activityNo: null, reason: { reason: 'It is closed.' } };
    const { user } = await show(<Rules />, {
      ...answers(rule({})),
      [`GET /api/rules/${run.ruleId}/runs`]: [run, failed],
    });
    await user.click(await screen.findByRole('button', { name: 'Log' }));
    const log = await screen.findByRole('list', { name: 'Log' });
    expect(within(log).getAllByRole('button', { name: 'Undo' })).toHaveLength(1);
    expect(within(log).getByText('It is closed.')).toBeTruthy();
  });
});
