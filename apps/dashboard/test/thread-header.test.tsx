/** Actions in the header of a conversation. */
import type { Conversation, Representative } from '@parley/contracts/entities';
import { defaultSettings, type Settings } from '@parley/contracts/settings/settings';
import { builtInPermissions, builtInRoleIds } from '@parley/contracts/permissions/permissions';
import type { Rights } from '@parley/contracts/permissions/rights';
import type { SignedInUser } from '@parley/contracts/users/sign-in';
import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useCommands } from '../src/commands/commands.ts';
import { ThreadHeader } from '../src/features/thread/thread-header.tsx';
import { showLanguage } from '../src/i18n/language.ts';
import { conversation } from './conversation.ts';
import { ada, type Answers, refusal, settingsAnswers, show, SilentLive } from './screen.tsx';

afterEach(async () => {
  await showLanguage('en');
  window.history.replaceState(null, '', '/');
});

const ben = { ...ada, id: '0199a000-0000-7000-8000-000000000002', name: 'Ben Okafor', email: 'ben@example.com' };
const load = { availability: 'online', absence: null, shift: null, capacity: 10, activeConversationCount: 0 } as const;
const team: Representative[] = [
  { ...ada, ...load, languages: [], skills: [], activeConversations: [] },
  { ...ben, ...load, languages: [], skills: [], activeConversations: [] },
];
const mine = { assignedRepresentativeId: ada.id, representative: ada.name, isAiAssisted: false };

const change = 'PATCH /api/conversations/c1';
const take = 'POST /api/conversations/c1/takeover';

/** The header, beside a list that is asked to delete what is open. */
async function open(
  more: Partial<Conversation> = {},
  answers: Answers = {},
  { isAssistantOn = true, me = ada }: { isAssistantOn?: boolean; me?: SignedInUser } = {},
) {
  const shown = conversation('c1', more);
  const asksToDelete = vi.fn<() => void>();
  const opensNext = vi.fn<() => void>();
  const List = () => {
    useCommands([
      { id: 'list:delete', label: 'Delete', group: 'Conversation', run: asksToDelete },
      { id: 'list:open-next', label: 'Next', group: 'List', run: opensNext },
    ]);
    return null;
  };
  const drawn = await show(
    <>
      <List />
      <SilentLive>
        <ThreadHeader conversation={shown} presence={null} backTo="/conversations" />
      </SilentLive>
    </>,
    {
      ...settingsAnswers({ aiConfig: { ...defaultSettings.aiConfig, enabled: isAssistantOn } }),
      'GET /api/representatives': team,
      'GET /api/following': { conversationIds: [] },
      [change]: shown,
      [take]: { ...shown, ...mine },
      ...answers,
    },
    me,
  );
  return { ...drawn, asksToDelete, opensNext };
}

const button = (name: string) => screen.findByRole('button', { name });
const item = (name: string | RegExp) => screen.findByRole('menuitem', { name });

it('Take Over makes it this person’s own', async () => {
  const { user, sent } = await open();
  await user.click(await button('Take Over'));
  await vi.waitFor(() => expect(sent(take)).toEqual([{ representativeId: ada.id }]));
});

it.each([
  ['what is one’s own already', mine],
  ['what a colleague has', { ...mine, assignedRepresentativeId: ben.id, representative: ben.name }],
  ['what is closed', { status: 'closed' }],
] as const)('Take Over is not offered for %s', async (_, more) => {
  await open(more);
  await button('Assign to...');
  expect(screen.queryByRole('button', { name: 'Take Over' })).toBe(null);
});

it('the menu returns it to the assistant, if its assignee is still the one shown', async () => {
  const { user, sent } = await open(mine);
  await user.click(await button('More actions'));
  await user.click(await item('Hand back to AI'));
  await vi.waitFor(() => expect(sent(change)).toEqual([{ isAiAssisted: true, expectedRepresentativeId: ada.id }]));
  expect(await screen.findByText('Conversation handed back to AI')).toBeTruthy();
});

it('the menu gives it to nobody while there is no assistant to hand it to', async () => {
  const { user, sent } = await open(mine, {}, { isAssistantOn: false });
  await user.click(await button('More actions'));
  await user.click(await item('Unassign'));
  await vi.waitFor(() =>
    expect(sent(change)).toEqual([{ assignedRepresentativeId: null, expectedRepresentativeId: ada.id }]),
  );
  expect(screen.queryByText('Hand back to AI')).toBe(null);
});

it.each([
  ['closes what is open', {}, 'Close', 'closed', 'Conversation closed'],
  ['reopens what is closed', { status: 'closed' }, 'Reopen', 'active', 'Conversation reopened'],
] as const)('a button %s, and says so', async (_, more, name, status, shown) => {
  const { user, sent } = await open(more);
  await user.click(await button(name));
  await vi.waitFor(() => expect(sent(change)).toEqual([{ status, expectedRepresentativeId: null }]));
  expect(await screen.findByText(shown)).toBeTruthy();
});

it('T, B and E do what the buttons do', async () => {
  const own = await open(mine);
  await button('Close');
  await own.user.keyboard('b');
  await vi.waitFor(() => expect(own.sent(change)).toEqual([{ isAiAssisted: true, expectedRepresentativeId: ada.id }]));
  await own.user.keyboard('e');
  await vi.waitFor(() => expect(own.sent(change)).toHaveLength(2));
  expect(own.sent(change)[1]).toMatchObject({ status: 'closed' });
});

it.each([
  ['returns it where the assistant is on', mine, true, { isAiAssisted: true }],
  ['returns what nobody has', { isAiAssisted: false }, true, { isAiAssisted: true }],
  ['gives it to nobody where the assistant is off', mine, false, { assignedRepresentativeId: null }],
] as const)('B before the settings are known waits for them, and %s', async (_, more, isOn, asked) => {
  const settings = Promise.withResolvers<Settings>();
  const { user, calls, sent } = await open(more, { 'GET /api/settings': () => settings.promise });
  await button('Close');
  await user.keyboard('b');
  await vi.waitFor(() => expect(calls.map(({ name }) => name)).toContain('GET /api/settings'));
  expect(sent(change)).toEqual([]);
  settings.resolve({ ...defaultSettings, aiConfig: { ...defaultSettings.aiConfig, enabled: isOn } });
  await vi.waitFor(() => expect(sent(change)).toEqual([expect.objectContaining(asked)]));
});

it('blocking a contact with settings that cannot be read changes nothing, and shows why', async () => {
  const { user, sent } = await open(mine, { 'GET /api/settings': () => refusal('forbidden', 'You may not do this.') });
  await button('Close');
  await user.keyboard('b');
  expect(await screen.findAllByText('You may not do this.')).toHaveLength(1);
  expect(sent(change)).toEqual([]);
});

const option = (name: string | RegExp) => screen.findByRole('option', { name });
const marked = () => document.querySelector('[role=option][data-marked] bdi')?.textContent;

it('A, the beginning of a name and Enter assign to whom it names, without a mouse', async () => {
  const { user, sent } = await open();
  await button('Assign to...');
  await user.keyboard('a');
  await option(/^Ben Okafor/);
  expect(marked()).toMatch(/^Ada Moreau \(You\)/);
  await user.keyboard('be');
  await vi.waitFor(() => expect(marked()).toMatch(/^Ben Okafor/));
  await user.keyboard('{Enter}');
  await vi.waitFor(() =>
    expect(sent(change)).toEqual([{ assignedRepresentativeId: ben.id, expectedRepresentativeId: null }]),
  );
  expect(await screen.findByText('Conversation assigned to Ben Okafor')).toBeTruthy();
  expect(screen.queryByRole('option')).toBe(null);
});

it('the open conversation gives way to the next once a colleague has it, not once it is one’s own', async () => {
  const own = await open();
  window.history.replaceState(null, '', '/conversations?selected=c1');
  await own.user.click(await button('Assign to...'));
  await own.user.click(await option(/^Ada Moreau/));
  await screen.findByText('Conversation assigned to Ada Moreau');
  expect(own.opensNext).not.toHaveBeenCalled();
  await own.user.click(await button('Assign to...'));
  await own.user.click(await option(/^Ben Okafor/));
  await vi.waitFor(() => expect(own.opensNext).toHaveBeenCalledTimes(1));
});

it('arrows move in Assign to..., an address finds its owner, and Escape leaves with nothing changed', async () => {
  const { user, sent } = await open();
  await user.click(await button('Assign to...'));
  await option(/^Ben Okafor/);
  await user.keyboard('{ArrowDown}');
  await vi.waitFor(() => expect(marked()).toMatch(/^Ben Okafor/));
  await user.keyboard('{ArrowUp}ben@example');
  await vi.waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
  expect(marked()).toMatch(/^Ben Okafor/);
  await user.keyboard('{Escape}');
  await vi.waitFor(() => expect(screen.queryByRole('option')).toBe(null));
  expect(sent(change)).toEqual([]);
});

it('Assign to... lists everybody with status and load, online first, and among them who has the least to do', async () => {
  const person = (name: string, availability: Representative['availability'], activeConversationCount: number) => ({
    ...ben,
    id: name,
    name,
    availability,
    absence: null,
    shift: null,
    activeConversationCount,
    activeConversations: [],
  });
  const until = new Date(Date.now() + 800 * 24 * 3_600_000).toISOString();
  const people = [
    person('Off', 'offline', 0),
    { ...person('Gone', 'online', 0), isActive: false },
    person('Laden', 'online', 7),
    person('Free', 'online', 2),
    person('Meeting', 'busy', 1),
    { ...person('Holidays', 'offline', 3), absence: { until, coveredBy: { id: 'Free', name: 'Free' } } },
  ];
  const { user } = await open(mine, { 'GET /api/representatives': people });
  await user.click(await button('Assign to...'));
  await option(/^Free/);
  const listed = screen.getAllByRole('option').map(({ textContent }) => textContent);
  expect(listed).toEqual([
    expect.stringContaining('Freeonline · 2 open'),
    expect.stringContaining('Ladenonline · 7 open'),
    expect.stringContaining('Meetingbusy · 1 open'),
    expect.stringContaining('Offoffline · 0 open'),
    expect.stringMatching(/HolidaysAway until .+, Free covers/),
    'Unassign',
    expect.stringContaining('note'),
  ]);
});

it('a user who was slower than a colleague is told by whom, in the language of the dashboard', async () => {
  const detail = 'Ben Okafor has already taken over this conversation.';
  const localized = { code: 'taken_by', values: { who: 'Ben Okafor' } };
  const problem = { type: 'about:blank', title: 'Taken', status: 409, code: 'already_taken', detail, localized };
  const { user } = await open({}, { [take]: () => Response.json(problem, { status: 409 }) });
  await button('Take Over');
  await showLanguage('de');
  await user.keyboard('t');
  expect(await screen.findByText('Ben Okafor hat diese Unterhaltung bereits übernommen.')).toBeTruthy();
});

it('a change that is refused changes nothing, and explains why', async () => {
  const { user } = await open({}, { [change]: () => refusal('forbidden', 'You may not do this.') });
  await user.click(await button('Close'));
  expect(await screen.findAllByText('You may not do this.')).toHaveLength(1);
  expect(await button('Close')).toBeTruthy();
});

it('Delete in the menu leaves it to the list, which asks first', async () => {
  const { user, calls, asksToDelete } = await open();
  await user.click(await button('More actions'));
  await user.click(await item('Delete conversation'));
  await vi.waitFor(() => expect(asksToDelete).toHaveBeenCalledOnce());
  expect(calls.filter(({ name }) => name.startsWith('DELETE'))).toEqual([]);
});

it('the menu has on a phone what there is no room for beside it: the visitor, following, labels, snoozing', async () => {
  const { user } = await open();
  await user.click(await button('More actions'));
  const names = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
  expect(names.join(', ')).toMatch(/Follow.*unread.*[Tt]ag.*[Pp]riority.*[Ss]nooze.*visitor.*Delete conversation/);
});

it('merging is offered for what can be merged, and neither it nor reopening for what was merged', async () => {
  const { user } = await open();
  await user.click(await button('More actions'));
  expect(await item('Merge into…')).toBeTruthy();
});

const unmergeable: Partial<Conversation>[] = [
  { mergedInto: 'c2', status: 'closed' },
  { mergedIds: ['c2'] },
  { isSpam: true },
];

it.each(unmergeable)('merging is not offered for %o', async (more) => {
  const { user } = await open(more);
  await user.click(await button('More actions'));
  await item(/Delete/);
  expect(screen.queryByRole('menuitem', { name: 'Merge into…' })).toBe(null);
  expect(screen.queryByRole('button', { name: 'Reopen' })).toBe(null);
});

it('offers a user who reads and notes nothing that their role refuses', async () => {
  const rights: Rights = {
    roleId: builtInRoleIds.light,
    roleName: 'Read and note',
    builtIn: 'light',
    permissions: [...builtInPermissions.light],
    scope: 'everything',
    teamIds: [],
    websiteIds: [],
    teammateIds: [],
  };
  const { user } = await open({ status: 'waiting' }, {}, { me: { ...ada, role: 'representative', rights } });
  await user.click(await button('More actions'));
  await item('Follow');
  const offered = screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
  expect(offered).toEqual([
    expect.stringMatching(/^Follow/),
    'Mute conversation',
    'Mark unread',
    expect.stringMatching(/^Transcript…/),
    expect.stringMatching(/visitor/i),
  ]);
  for (const name of ['Take Over', 'Assign to...', 'Close']) expect(screen.queryByRole('button', { name })).toBeNull();
});

it('a team is given it from the same menu', async () => {
  const shop = { id: 't1', name: 'Shop', memberIds: [ben.id], websiteIds: [], updatedAt: '2026-01-01T00:00:00.000Z' };
  const { user, sent } = await open({}, { 'GET /api/teams': [shop] });
  await user.click(await button('Assign to...'));
  await user.click(await option(/^Team Shop/));
  await vi.waitFor(() => expect(sent(change)).toEqual([{ teamId: 't1', expectedRepresentativeId: null }]));
  expect(await screen.findByText('Conversation assigned to Team Shop')).toBeTruthy();
});

it('the team that has it is shown, and can be taken it from', async () => {
  const shop = { id: 't1', name: 'Shop', memberIds: [], websiteIds: [], updatedAt: '2026-01-01T00:00:00.000Z' };
  const { user, sent } = await open({ teamId: 't1' }, { 'GET /api/teams': [shop] });
  expect(await screen.findByTitle('Team Shop')).toBeTruthy();
  await user.click(await button('Assign to...'));
  await user.click(await option('Remove from team'));
  await vi.waitFor(() => expect(sent(change)).toEqual([{ teamId: null, expectedRepresentativeId: null }]));
});

it('the picker offers Unassign at once after an assignment, before that is answered', async () => {
  const { user, sent } = await open({}, { [change]: () => new Promise(() => undefined) });
  await user.click(await button('Assign to...'));
  await user.click(await screen.findByRole('option', { name: /Ben Okafor/ }));
  await vi.waitFor(() => expect(sent(change)).toHaveLength(1));
  await user.click(await button('Assign to...'));
  await user.type(await screen.findByRole('combobox'), 'unassign');
  expect(await screen.findByRole('option', { name: /Unassign/ })).toBeTruthy();
  expect(screen.queryByText('Nobody found')).toBeNull();
});
