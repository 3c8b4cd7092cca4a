/** Websites, invitations, hours, notifications and the list of keys: what is sent, and what is said. */
import type { Website } from '@parley/contracts/entities';
import { defaultVisitorFiles } from '@parley/contracts/messages/attachments';
import { invitationDays } from '@parley/contracts/users/limits';
import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { useCommands } from '../src/commands/commands.ts';
import KeyboardHelp from '../src/features/command-bar/keyboard-help.tsx';
import { BusinessHours } from '../src/features/settings/business-hours.tsx';
import { DataManagement } from '../src/features/settings/data-management.tsx';
import { NotificationSettings } from '../src/features/settings/notification-settings.tsx';
import { InviteButton } from '../src/features/team/invite-dialog.tsx';
import { Websites } from '../src/features/websites/websites.tsx';
import { useSettings } from '../src/forms/settings.ts';
import { refusal, settingsAnswers, show } from './screen.tsx';

describe('websites', () => {
  it('are added by the host of what was typed, and the field is free for the next', async () => {
    const websites: Partial<Website>[] = [];
    const { user, sent } = await show(<Websites />, {
      ...settingsAnswers(),
      'GET /api/websites': () => websites,
      'POST /api/websites': { id: 'made' },
    });
    expect(await screen.findByText('No websites yet')).toBeTruthy();
    const domain = screen.getByLabelText<HTMLInputElement>('Domain');
    await user.type(domain, 'https://shop.example.com/cart?now');
    await user.click(screen.getByRole('button', { name: 'Add website' }));
    expect(await screen.findByText('Website added')).toBeTruthy();
    expect(sent('POST /api/websites')).toMatchObject([{ domain: 'shop.example.com', isActive: true }]);
    expect(domain.value).toBe('');
  });

  it('an invalid website is refused before the server is asked, with an example', async () => {
    const { user, sent } = await show(<Websites />, { ...settingsAnswers(), 'GET /api/websites': [] });
    await user.type(screen.getByLabelText('Domain'), 'not a domain');
    await user.click(screen.getByRole('button', { name: 'Add website' }));
    expect(await screen.findByText('Invalid domain')).toBeTruthy();
    expect(screen.getByText(/e\.g\., example\.com or shop\.example\.com/)).toBeTruthy();
    expect(sent('POST /api/websites')).toEqual([]);
  });

  it('a website that exists already is refused in the server’s words', async () => {
    const { user } = await show(<Websites />, {
      ...settingsAnswers(),
      'GET /api/websites': [],
      'POST /api/websites': () => refusal('conflict', 'This website is there already.'),
    });
    await user.type(screen.getByLabelText('Domain'), 'example.com{Enter}');
    expect(await screen.findByText('Failed to add website')).toBeTruthy();
    expect(screen.getByText('This website is there already.')).toBeTruthy();
  });
});

it('a website with a look of its own sends what differs from the widget settings alone, and goes back to them', async () => {
  let look: Website['look'] = {};
  const website = () => ({
    id: 'w1',
    domain: 'shop.example.com',
    name: 'Shop',
    isActive: true,
    allowedPages: [],
    whitelistMode: false,
    files: defaultVisitorFiles,
    help: { host: null, inWidget: 'chat' as const },
    teamId: null,
    scheduleId: null,
    promisesReplies: true,
    mailAfterMinutes: 2,
    pushWorker: null,
    firstSeenAt: null,
    createdAt: new Date().toISOString(),
    look,
  });
  const { user, sent } = await show(<Websites />, {
    ...settingsAnswers(),
    'GET /api/websites': () => [website()],
    'GET /api/teams': [],
    'GET /api/schedules': [],
    'PATCH /api/websites/w1': ({ body }: { body: { look: Website['look'] } }) => {
      ({ look } = body);
      return website();
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Page rules of shop.example.com' }));
  const own = await screen.findByRole('checkbox', { name: /^Own look/ });
  await user.click(own);
  const [, colour] = screen.getAllByDisplayValue('#af1f31');
  if (!colour) throw new Error('no field for the colour');
  await user.clear(colour);
  await user.type(colour, '#11223');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(sent('PATCH /api/websites/w1')).toEqual([]);
  await user.type(colour, '3');
  await user.selectOptions(screen.getByLabelText('Position'), 'top-right');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('Website updated')).toBeTruthy();
  await user.click(own);
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await vi.waitFor(() => expect(sent('PATCH /api/websites/w1')).toHaveLength(2));
  expect(sent('PATCH /api/websites/w1')).toMatchObject([
    { look: { primaryColor: '#112233', position: 'top-right' }, expected: { look: {} } },
    { look: {} },
  ]);
});

describe('an invitation', () => {
  const url = 'https://desk.example.com/auth?invite=once';
  const open = { id: 'i1', role: 'admin', createdAt: new Date().toISOString(), usedAt: null };

  it('is a link for the chosen role, to be copied, and shows how long it works', async () => {
    const { user, sent } = await show(<InviteButton />, {
      'GET /api/invitations': [],
      'POST /api/invitations': { url, isMailed: false },
    });
    await user.keyboard('n');
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(new RegExp(`works once and expires after ${invitationDays} days`))).toBeTruthy();
    await user.selectOptions(dialog.getByLabelText('Role'), 'admin');
    await user.click(dialog.getByRole('button', { name: 'Create link' }));
    expect(await dialog.findByText(url)).toBeTruthy();
    expect(dialog.getByRole('button', { name: 'Copy invitation link' })).toBeTruthy();
    expect(sent('POST /api/invitations')).toEqual([{ role: 'admin' }]);
  });

  it('is listed while it works, and can be taken back', async () => {
    const inADay = new Date(Date.now() + 86_400_000).toISOString();
    const dayAgo = new Date(Date.now() - 86_400_000).toISOString();
    let all = [
      { ...open, expiresAt: inADay },
      { ...open, id: 'i2', expiresAt: dayAgo },
      { ...open, id: 'i3', expiresAt: inADay, usedAt: dayAgo },
    ];
    const { user, sent } = await show(<InviteButton />, {
      'GET /api/invitations': () => all,
      'DELETE /api/invitations/i1': () => {
        all = [];
        return null;
      },
    });
    await user.click(screen.getByRole('button', { name: 'Invite' }));
    await user.click(await screen.findByRole('button', { name: 'Revoke' }));
    await vi.waitFor(() => expect(screen.queryByText('Open invitations')).toBeNull(), 40_000);
    expect(sent('DELETE /api/invitations/i1')).toHaveLength(1);
  });
});

function Hours() {
  const { data } = useSettings();
  return data ? <BusinessHours settings={data} /> : null;
}

it('business hours are saved as edited, the other days untouched', async () => {
  const { user, sent } = await show(<Hours />, settingsAnswers());
  await user.selectOptions(await screen.findByLabelText('Timezone'), 'Europe/Paris');
  await user.click(screen.getByRole('checkbox', { name: /^Enable business hours/ }));
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('Settings updated')).toBeTruthy();
  expect(sent('POST /api/settings')).toEqual([
    { businessHours: { enabled: true, timezone: 'Europe/Paris', expected: { enabled: false, timezone: 'UTC' } } },
  ]);
});

it('the days can be changed once business hours are on', async () => {
  const { user } = await show(<Hours />, settingsAnswers());
  const days = () => [
    screen.getByRole<HTMLInputElement>('checkbox', { name: 'Sunday' }),
    screen.getByLabelText<HTMLInputElement>('Monday from'),
    screen.getByLabelText<HTMLInputElement>('Monday to'),
  ];
  await screen.findByLabelText('Monday from');
  expect(days().map(({ disabled }) => disabled)).toEqual([true, true, true]);
  await user.click(screen.getByRole('checkbox', { name: /^Enable business hours/ }));
  expect(days().map(({ disabled }) => disabled)).toEqual([false, false, false]);
});

describe('desktop notifications', () => {
  const desktop = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /^Desktop notifications/ });

  it('stay off where the browser does not allow them, and explain what to do', async () => {
    const { user } = await show(<NotificationSettings onTestSound={() => undefined} />);
    vi.stubGlobal('Notification', { requestPermission: () => Promise.resolve('denied') });
    await user.click(desktop());
    expect(await screen.findByText('Update failed')).toBeTruthy();
    expect(screen.getByText(/Allow them in its site settings/)).toBeTruthy();
    expect(desktop().checked).toBe(false);
  });

  it('are on once the browser allows them', async () => {
    const { user } = await show(<NotificationSettings onTestSound={() => undefined} />);
    vi.stubGlobal('Notification', { requestPermission: () => Promise.resolve('granted') });
    await user.click(desktop());
    await vi.waitFor(() => expect(desktop().checked).toBe(true), 40_000);
  });

  it('can be heard before they matter, by the button and by x t', async () => {
    let heard = 0;
    const { user } = await show(<NotificationSettings onTestSound={() => void (heard += 1)} />);
    await user.click(screen.getByRole('button', { name: 'Test sound' }));
    await user.keyboard('xt');
    expect(heard).toBe(2);
  });
});

it('the list of keys shows what works on this screen by group, everything else greyed', async () => {
  const run = () => undefined;
  function Offers() {
    useCommands([
      { id: 'one', label: 'Take over', group: 'Conversation', keys: 't', run },
      { id: 'two', label: 'Next conversation', group: 'List', keys: 'j', run, hidden: true },
      { id: 'three', label: 'Without a key', group: 'General', run },
    ]);
    return <KeyboardHelp onClose={run} />;
  }
  await show(<Offers />);
  const dialog = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
  const working = dialog.getAllByRole('term').filter((term) => !term.closest('[data-greyed]'));
  expect(working.map(({ textContent }) => textContent)).toEqual(['Take over', 'Next conversation']);
});

describe('data retention', () => {
  function Data() {
    const { data } = useSettings();
    return data ? <DataManagement data={data.dataConfig} startImport={null} /> : null;
  }
  const retention = () => screen.findByLabelText<HTMLSelectElement>('Data retention');
  const saveIt = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Save changes' }));
  const count = (conversations: number) => ({
    'GET /api/retention/conversations': { conversations },
    ...settingsAnswers({ dataConfig: { retention: '1y', visitorsErase: true } }),
  });

  it('saves nothing while a period is only chosen, and asks with the count before a shorter one deletes', async () => {
    const { user, sent } = await show(<Data />, count(1204));
    await user.selectOptions(await retention(), '30d');
    expect(sent('POST /api/settings')).toEqual([]);
    await saveIt(user);
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Data retention: 30 days' }));
    expect(await dialog.findByText(/^1,204 closed conversations are older than 30 days\./)).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await vi.waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull(), 40_000);
    expect(sent('POST /api/settings')).toEqual([]);
    await saveIt(user);
    const again = within(await screen.findByRole('alertdialog'));
    await user.click(again.getByRole('button', { name: 'Save and delete' }));
    expect(await screen.findByText('Settings updated')).toBeTruthy();
    expect(sent('POST /api/settings')).toEqual([{ dataConfig: { retention: '30d', expected: { retention: '1y' } } }]);
    await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull(), 40_000);
  });

  it('is longer without a question', async () => {
    const { user, sent } = await show(<Data />, count(0));
    await user.selectOptions(await retention(), 'Forever');
    await saveIt(user);
    expect(await screen.findByText('Settings updated')).toBeTruthy();
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(sent('POST /api/settings')).toMatchObject([{ dataConfig: { retention: 'never' } }]);
  });
});
