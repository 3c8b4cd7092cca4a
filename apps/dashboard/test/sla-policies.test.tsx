/** The tab of SLA policies: what is sent, what a policy would mean, and its place in the order. */
import type { SlaPolicy } from '@parley/contracts/sla/sla';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { SlaPolicies } from '../src/features/sla/sla-policies.tsx';
import { settingsAnswers, show } from './screen.tsx';

const policy = (change: Partial<SlaPolicy>): SlaPolicy => ({
  id: 'p1',
  name: 'VIP',
  position: 0,
  filter: { field: 'priority', op: 'is', value: 'urgent' },
  firstResponseMinutes: 90,
  nextResponseMinutes: null,
  resolutionMinutes: 2_880,
  schedule: 'conversation',
  scheduleId: null,
  pausesWhileWaiting: true,
  countsAssistant: false,
  updatedAt: '2026-01-01T00:00:00.000Z',
  ...change,
});
const answers = (...policies: SlaPolicy[]) => ({
  ...settingsAnswers(),
  'GET /api/sla-policies': policies,
  'GET /api/schedules': [],
  'POST /api/sla-policies/preview': { open: 38, overdue: 4, isPartial: false },
});

describe('SLA policies', () => {
  it('are listed in their order, with their targets in the largest whole unit', async () => {
    await show(<SlaPolicies />, answers(policy({}), policy({ id: 'p2', name: 'All', position: 1 })));
    const [first] = await screen.findAllByRole('listitem');
    expect(first?.textContent).toContain('first response 90m');
    expect(first?.textContent).toContain('closed 2d');
  });

  it('are moved, which sends the whole order', async () => {
    const { user, sent } = await show(<SlaPolicies />, {
      ...answers(policy({}), policy({ id: 'p2', name: 'All', position: 1 })),
      'PUT /api/sla-policies/order': [],
    });
    expect((await screen.findByRole('button', { name: 'Move VIP up' })).hasAttribute('disabled')).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Move VIP down' }));
    await expect.poll(() => sent('PUT /api/sla-policies/order')).toEqual([{ ids: ['p2', 'p1'] }]);
  });

  it('say before saving how many open conversations they apply to, and how many are overdue', async () => {
    const { user, sent } = await show(<SlaPolicies />, {
      ...answers(policy({})),
      'POST /api/sla-policies': { id: 'made' },
    });
    await user.click(await screen.findByRole('button', { name: 'Add policy' }));
    expect(await screen.findByText('Open conversations it applies to: 38. Overdue at once: 4.')).toBeTruthy();
    await user.type(screen.getByLabelText(/^Name/), 'Gold');
    const closed = screen.getByRole('spinbutton', { name: 'Closed within' });
    await user.type(closed, '2');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Unit: Closed within' }), 'days');
    await user.click(screen.getByRole('button', { name: 'Save policy' }));
    await expect
      .poll(() => sent('POST /api/sla-policies'))
      .toMatchObject([
        {
          name: 'Gold',
          filter: { all: [] },
          firstResponseMinutes: 60,
          resolutionMinutes: 2_880,
          schedule: 'conversation',
        },
      ]);
  });

  it('show the reason beside the field when the server refuses them', async () => {
    const { user } = await show(<SlaPolicies />, {
      ...answers(policy({})),
      'PATCH /api/sla-policies/p1': {
        status: 400,
        body: {
          code: 'invalid',
          message: 'x',
          errors: [{ path: 'firstResponseMinutes', message: 'Set at least one target.' }],
        },
      },
    });
    const [item] = await screen.findAllByRole('listitem');
    await user.click(within(item!).getByRole('button', { name: 'Edit' }));
    await user.clear(screen.getByRole('spinbutton', { name: 'First response within' }));
    expect(screen.getByRole('spinbutton', { name: 'First response within' })).toHaveProperty('value', '');
  });
});
