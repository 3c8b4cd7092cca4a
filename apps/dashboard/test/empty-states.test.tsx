/** Empty states, each with one action. */
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { Answers } from '../src/features/knowledge-answers/answers.tsx';
import { ActiveRepresentatives } from '../src/features/overview/active-representatives.tsx';
import MentionsDialog from '../src/features/mentions/mentions-dialog.tsx';
import { TagSettings } from '../src/features/tags/tag-settings.tsx';
import ScheduledDialog from '../src/features/scheduled/scheduled-dialog.tsx';
import { ada, leave, show } from './screen.tsx';

const sources = import.meta.glob<string>('../src/**/*.tsx', { query: '?raw', import: 'default', eager: true });

it('an empty state has an action unless its action is next to it', () => {
  const without = Object.entries(sources)
    .filter(([, text]) => text.includes('action={null}'))
    .map(([file]) => file.replace(/^\.\.\/src\/(?:features\/)?/, ''));
  // The field of the first website is above, the checklist of the first run below; rehearsals and their report stand above
  // what was published, and what a rehearsal would change. The overview of nothing offers one way on, beside the hours.
  // Visitors who aren't there are waited for.
  expect(without.toSorted()).toEqual([
    'inbox/conversation-list.tsx',
    'overview/recent-conversations.tsx',
    'pages/visitors-page.tsx',
    'rehearsal/publications.tsx',
    'rehearsal/report.tsx',
    'websites/websites.tsx',
  ]);
});

it.each([
  ['nothing is scheduled', <ScheduledDialog key="it" onClose={() => undefined} />, 'GET /api/scheduled'],
  ['nobody is mentioned', <MentionsDialog key="it" onClose={() => undefined} />, 'GET /api/mentions'],
])('%s: leads to the conversations', async (_, dialog, call) => {
  await show(dialog, { [call]: [] });
  const link = await screen.findByRole('link', { name: 'All conversations' });
  expect(link.getAttribute('href')).toBe('/conversations');
  leave();
});

it('an empty list offers to begin it once, in its middle', async () => {
  const { user } = await show(<TagSettings />, { 'GET /api/tags': [], 'GET /api/tags/uses': [] });
  await screen.findByText('No tags yet');
  const add = screen.getByRole('button', { name: 'Add tag' });
  await user.click(add);
  expect(await screen.findByRole('textbox', { name: 'Name' })).toBeTruthy();
  expect(screen.queryByText('No tags yet')).toBe(null);
});

it('a user can go online themselves where nobody is', async () => {
  const answers = {
    'GET /api/representatives': [{ ...ada, status: 'offline', availability: 'offline', absence: null, shift: null }],
    [`PATCH /api/representatives/${ada.id}/status`]: { ...ada, status: 'online' },
  };
  const { user, sent } = await show(<ActiveRepresentatives />, answers);
  await user.click(await screen.findByRole('button', { name: 'Set my status to Online' }));
  await vi.waitFor(() => expect(sent(`PATCH /api/representatives/${ada.id}/status`)).toEqual([{ status: 'online' }]));
  expect(await screen.findByText(ada.name)).toBeTruthy();
});

it('all answers are a press away where none was corrected, and the assistant where there are none at all', async () => {
  const { user } = await show(<Answers />, { 'GET /api/answers': [], 'GET /api/answers/suspended': [] });
  await user.click(await screen.findByRole('button', { name: 'Show all' }));
  const link = await screen.findByRole('link', { name: 'Go to Integrations' });
  expect(link.getAttribute('href')).toBe('/integrations?tab=ai');
});
