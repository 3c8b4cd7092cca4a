/** Topics that customers ask about, as the team arranges them. */
import type { Topic } from '@parley/contracts/topics/topics';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import TopicsDialog from '../src/features/reports/topics-dialog.tsx';
import { settingsAnswers, show } from './screen.tsx';

const topic = (id: string, name: string, conversations: number): Topic => ({
  id,
  name,
  namedBy: 'words',
  words: [],
  isHidden: false,
  conversations,
  createdAt: '2026-01-01T00:00:00.000Z',
});
const answers = {
  ...settingsAnswers(),
  'GET /api/topics': [topic('t1', 'Parcel, late', 12), topic('t2', 'Refund', 7)],
};
const dialog = <TopicsDialog onClose={() => undefined} />;

it('a topic is renamed in its row', async () => {
  const { user, sent } = await show(dialog, { ...answers, 'PATCH /api/topics/t1': topic('t1', 'Late parcels', 12) });
  await user.click(await screen.findByRole('button', { name: 'Actions for Parcel, late' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Rename' }));
  const field = await screen.findByRole('textbox', { name: 'Name of “Parcel, late”' });
  await user.clear(field);
  await user.type(field, 'Late parcels{Enter}');
  await expect.poll(() => sent('PATCH /api/topics/t1')).toEqual([{ name: 'Late parcels' }]);
});

it('a topic is merged into the one that is chosen, after the warning that it stays so', async () => {
  const { user, sent } = await show(dialog, { ...answers, 'POST /api/topics/t1/merge': topic('t2', 'Refund', 19) });
  await user.click(await screen.findByRole('button', { name: 'Actions for Parcel, late' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Merge' }));
  expect(await screen.findByText(/This can’t be undone/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Merge “Parcel, late”' }));
  await expect.poll(() => sent('POST /api/topics/t1/merge')).toEqual([{ into: 't2' }]);
});
