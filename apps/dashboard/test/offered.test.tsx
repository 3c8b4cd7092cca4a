/**
 * Actions that the user's role does not allow are not offered either: neither by keys, nor by rows, nor for many at
 * once.
 */
import { builtInPermissions } from '@parley/contracts/permissions/permissions';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { registeredCommands } from '../src/commands/commands.ts';
import BulkBar from '../src/features/bulk/bulk-bar.tsx';
import RowMenu from '../src/features/inbox/row-menu.tsx';
import { SpamLine } from '../src/features/thread/spam-line.tsx';
import { Labels } from '../src/features/thread/labels.tsx';
import { conversation } from './conversation.ts';
import { settingsAnswers, show, SilentLive, whoMay } from './screen.tsx';

const answers = {
  ...settingsAnswers(),
  'GET /api/representatives': [],
  'GET /api/tags': [],
  'GET /api/teams': [],
  'GET /api/reminders': [],
};
const commands = () => registeredCommands().map(({ id }) => id);
const shown = conversation('c1', { snoozedUntil: '2099-01-01T00:00:00.000Z', isSpam: true });
const both = (
  <>
    <Labels conversation={shown} />
    <SpamLine conversation={shown} />
  </>
);

it('a user who reads and notes has no key that sorts, snoozes or marks, and no button that undoes it', async () => {
  await show(both, answers, whoMay(builtInPermissions.light));
  expect(commands()).toEqual([]);
  expect(screen.queryAllByRole('button')).toEqual([]);
});

it('a user who may change conversations has these keys', async () => {
  await show(both, answers, whoMay(builtInPermissions.representative));
  expect(commands().toSorted()).toEqual(['label:priority', 'label:snooze', 'label:tags', 'spam']);
  expect(screen.getAllByRole('button')).toHaveLength(2);
});

it('the menu of a row leaves to the one who reads what is their own', async () => {
  const row = conversation('c1', { visitorId: 'v1' });
  const menu = (
    <SilentLive>
      <RowMenu
        conversation={row}
        button={document.createElement('button')}
        onPick={() => undefined}
        onPicker={() => undefined}
        onDelete={() => undefined}
        onClose={() => undefined}
      />
    </SilentLive>
  );
  await show(menu, answers, whoMay(builtInPermissions.light));
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(['Mark unread']);
});

it('many at once are assigned by those who may assign alone', async () => {
  const nothing = () => undefined;
  const bar = (
    <BulkBar
      ids={new Set(['c1'])}
      list={{}}
      filter={null}
      onClear={nothing}
      onKeep={nothing}
      onUnread={() => undefined}
    />
  );
  await show(bar, answers, whoMay(['conversations.read', 'conversations.update']));
  expect(await screen.findByRole('button', { name: /priority/i })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Assign to…' })).toBeNull();
});
