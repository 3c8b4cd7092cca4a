/** All scheduled messages of a user in one list. */
import type { ScheduledMessage } from '@parley/contracts/conversations/scheduled';
import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import ScheduledDialog from '../src/features/scheduled/scheduled-dialog.tsx';
import { ViewStrip } from '../src/features/views/view-strip.tsx';
import { ada, type Answers, show } from './screen.tsx';

const later: ScheduledMessage = {
  id: 's1',
  conversationId: 'c1',
  clientMessageId: '0199a000-0000-7000-8000-00000000000d',
  authorId: ada.id,
  authorName: ada.name,
  content: 'Has it come by now?',
  macro: null,
  sendAt: '2100-01-01T09:00:00.000Z',
  delaySeconds: 0,
  onlyIfQuiet: false,
  state: 'waiting',
  code: null,
  reason: null,
  revision: 3,
  createdAt: '2026-01-01T00:00:00.000Z',
  visitorId: null,
  customerName: 'Jane Doe',
  customerEmail: null,
};
const stopped: ScheduledMessage = {
  ...later,
  id: 's2',
  conversationId: 'c2',
  content: 'One more thing',
  customerName: 'Joe Roe',
  delaySeconds: 5,
  state: 'stopped',
  code: 'conversation_closed',
  reason: 'This conversation is closed.',
};
const held: ScheduledMessage = { ...later, id: 's3', content: 'In a moment', delaySeconds: 5 };

const list = 'GET /api/scheduled';
const open = (answers: Answers) => show(<ScheduledDialog onClose={() => undefined} />, answers);

it('lists what goes out and what could not, whom it is for, and nothing that is merely held back', async () => {
  await open({ [list]: [later, stopped, held] });
  const jane = await screen.findByRole('link', { name: 'Jane Doe' });
  expect(jane.getAttribute('href')).toBe('/conversations?selected=c1');
  expect(await screen.findByText('Has it come by now?')).toBeTruthy();
  expect((await screen.findByRole('alert')).textContent).toContain('Couldn’t send');
  expect(screen.queryByText('In a moment')).toBe(null);
});

it('sends one now, takes one back, and changes what one says', async () => {
  const { user, sent } = await open({
    [list]: [later],
    'POST /api/scheduled/s1/send': {},
    'DELETE /api/scheduled/s1': later,
    'PATCH /api/scheduled/s1': later,
  });
  const row = within(await screen.findByRole('article'));
  await user.click(row.getByRole('button', { name: 'Edit' }));
  await user.type(await row.findByRole('textbox'), ' Really?');
  await user.click(row.getByRole('button', { name: 'Save' }));
  const changed = { content: 'Has it come by now? Really?', revision: 3 };
  await vi.waitFor(() => expect(sent('PATCH /api/scheduled/s1')).toEqual([changed]));
  await user.click(await row.findByRole('button', { name: 'Send now' }));
  await vi.waitFor(() => expect(sent('POST /api/scheduled/s1/send')).toHaveLength(1));
  await user.click(row.getByRole('button', { name: 'Cancel' }));
  await vi.waitFor(() => expect(sent('DELETE /api/scheduled/s1')).toHaveLength(1));
});

it('shows where there is nothing', async () => {
  await open({ [list]: [] });
  expect(await screen.findByText('Nothing is scheduled')).toBeTruthy();
});

it('the views’ line shows how many there are, and nothing where there are none', async () => {
  const strip = (
    <ViewStrip
      views={[]}
      selected={null}
      shown={{ filter: { all: [] }, sort: 'activity' }}
      onShow={() => 0}
      isColumn={false}
    />
  );
  await show(strip, { [list]: [later, stopped, held] });
  expect((await screen.findByRole('button', { name: /Scheduled/ })).textContent).toBe('Scheduled2');
});
