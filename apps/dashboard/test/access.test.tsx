/** Second steps, proving again, forgotten passwords, sessions and who has to have a second factor: what is asked and sent. */
import type { Representative } from '@parley/contracts/entities';
import { builtInPermissions, builtInRoleIds } from '@parley/contracts/permissions/permissions';
import type { RoleBundle } from '@parley/contracts/permissions/roles';
import { exportVisitorData } from '@parley/contracts/routes/data';
import { defaultSettings } from '@parley/contracts/settings/settings';
import type { SecondFactors } from '@parley/contracts/users/second-factors';
import { useMutation } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { call } from '../src/api/call.ts';
import ForgottenPassword from '../src/features/account/forgotten-password.tsx';
import { passwordStrength } from '../src/forms/password-strength.ts';
import SecondStep from '../src/features/account/second-step.tsx';
import { SecondFactor } from '../src/features/account/second-factor.tsx';
import { Sessions } from '../src/features/account/sessions.tsx';
import { StepUp } from '../src/features/account/step-up.tsx';
import { Roles } from '../src/features/roles/roles.tsx';
import { Security } from '../src/features/settings/security.tsx';
import { AccessMenu } from '../src/features/team/access-menu.tsx';
import { InviteButton } from '../src/features/team/invite-dialog.tsx';
import { TeamList } from '../src/features/team/team-list.tsx';
import { ada, type Call, refusal, settingsAnswers, show, whoMay } from './screen.tsx';

const mine = `/api/users/${ada.id}`;
const nothing = () => undefined;
const factors = (changed: Partial<SecondFactors> = {}): SecondFactors => ({
  totp: false,
  passkeys: [],
  recoveryCodesLeft: 0,
  passkeysAt: window.location.origin,
  ...changed,
});
const rolesOf = (mayExport: boolean): RoleBundle[] => [
  {
    id: builtInRoleIds.representative,
    name: 'representative',
    builtIn: 'representative',
    permissions: [...builtInPermissions.representative, ...(mayExport ? (['conversations.export'] as const) : [])],
    scope: 'everything',
    updatedAt: ada.createdAt,
  },
];
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label, { exact: false });

it('finishes a sign-in by code, shows what was wrong with one, and takes a recovery code in its place', async () => {
  const right = (body: unknown) => JSON.stringify(body) === JSON.stringify({ recoveryCode: 'k7d2m-9xq4t' });
  const answers = {
    'POST /api/login/second-step': ({ body }: Call) =>
      right(body) ? ada : refusal('wrong_code', 'That is not right, was used before, or has expired.'),
  };
  const { user, sent } = await show(<SecondStep kinds={['totp', 'recovery']} onBack={nothing} />, answers, null);
  await user.type(await field('Code from your app'), '492039{Enter}');
  expect(await screen.findByText(/That is not right/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Use a recovery code' }));
  await user.type(await field('Recovery code'), 'k7d2m-9xq4t{Enter}');
  expect(await screen.findByText('Welcome back!')).toBeTruthy();
  expect(sent('POST /api/login/second-step')).toEqual([{ code: '492039' }, { recoveryCode: 'k7d2m-9xq4t' }]);
});

/** Something that asks for a proof. */
function Activity() {
  const activity = useMutation({ mutationFn: () => call(exportVisitorData, { body: { email: 'x@example.com' } }) });
  return (
    <>
      <button type="button" onClick={() => activity.mutate()}>
        Act
      </button>
      <output aria-label="Outcome">{activity.status}</output>
      <StepUp />
    </>
  );
}
const outcome = () => screen.getByRole('status', { name: 'Outcome' }).textContent;

it('asks once for a proof and repeats the call that wanted it', async () => {
  let isProven = false;
  const answers = {
    'POST /api/privacy/export': () => (isProven ? {} : refusal('step_up_required', 'Confirm your identity.')),
    [`GET ${mine}/second-factor`]: factors(),
    'POST /api/step-up': ({ body }: Call) => {
      if (JSON.stringify(body) !== JSON.stringify({ password: 'correct horse' })) {
        return refusal('invalid', 'Wrong.', [{ path: 'password', message: 'The current password is wrong.' }]);
      }
      isProven = true;
      return null;
    },
  };
  const { user, sent } = await show(<Activity />, answers);
  await user.click(screen.getByRole('button', { name: 'Act' }));
  const dialog = await screen.findByRole('dialog');
  await user.type(await within(dialog).findByLabelText('Password', { exact: false }), 'wrong{Enter}');
  expect(await within(dialog).findByText('The current password is wrong.')).toBeTruthy();
  await user.type(within(dialog).getByLabelText('Password', { exact: false }), 'correct horse{Enter}');
  await expect.poll(outcome, { timeout: 20_000 }).toBe('success');
  expect(sent('POST /api/privacy/export')).toHaveLength(2);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('leaves the refusal where nobody gives a proof', async () => {
  const answers = {
    'POST /api/privacy/export': () => refusal('step_up_required', 'Confirm your identity.'),
    [`GET ${mine}/second-factor`]: factors({ totp: true }),
  };
  const { user, sent } = await show(<Activity />, answers);
  await user.click(screen.getByRole('button', { name: 'Act' }));
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByRole('button', { name: 'Use a code from the app' })).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Close' }));
  await expect.poll(outcome, { timeout: 20_000 }).toBe('error');
  expect(sent('POST /api/privacy/export')).toHaveLength(1);
});

it('asks for a link to a new password, with one answer for every address, and shows where no mail is', async () => {
  const { user, sent } = await show(
    <ForgottenPassword token={undefined} isMailed onBack={nothing} />,
    { 'POST /api/password-links': null },
    null,
  );
  await user.type(await field('Email'), 'ada@example.com{Enter}');
  expect(await screen.findByText(/If an account uses this address/)).toBeTruthy();
  expect(sent('POST /api/password-links')).toEqual([{ email: 'ada@example.com' }]);
});

it('shows whom to ask where no mail is set up', async () => {
  await show(<ForgottenPassword token={undefined} isMailed={false} onBack={nothing} />, {}, null);
  expect(await screen.findByText(/Email isn’t set up/)).toBeTruthy();
  expect(screen.queryByLabelText('Email', { exact: false })).toBeNull();
});

it('sets a new password by a link, and shows how well it holds', async () => {
  const answers = { 'POST /api/password-links/use': ada };
  const { user, sent } = await show(<ForgottenPassword token="from-a-mail" isMailed onBack={nothing} />, answers, null);
  await user.type(await field('New password'), 'aaaaaaaa');
  expect(screen.getByText('Weak: easily guessed.')).toBeTruthy();
  await user.clear(await field('New password'));
  await user.type(await field('New password'), 'correct horse battery{Enter}');
  expect(await screen.findByText('Welcome back!')).toBeTruthy();
  expect(sent('POST /api/password-links/use')).toEqual([
    { token: 'from-a-mail', newPassword: 'correct horse battery' },
  ]);
});

it('tells weak passwords from strong ones by what has to be guessed', () => {
  expect(['aaaaaaaaaaaa', '12345678', 'abcdefgh'].map(passwordStrength)).toEqual(['weak', 'weak', 'weak']);
  expect(passwordStrength('horse pole')).toBe('fair');
  expect(passwordStrength('correct horse battery')).toBe('strong');
});

it('lists sessions, this one first and marked, ends another, and shows those from before an upgrade without details', async () => {
  const blank = { isCurrent: false, method: null, signedInAt: null, lastUsedAt: null, address: null, agent: null };
  const at = new Date().toISOString();
  const here = { id: 'here', isCurrent: true, method: 'passkey', signedInAt: at, lastUsedAt: at, address: '192.0.2.7' };
  const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0';
  const answers = {
    [`GET ${mine}/sessions`]: [
      { ...blank, id: 'there' },
      { ...here, agent },
    ],
    [`DELETE ${mine}/sessions/there`]: null,
  };
  const { user, calls } = await show(<Sessions />, answers);
  expect(await screen.findByText('Firefox 143 on Windows')).toBeTruthy();
  const [first, second] = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(first).toMatch(/This browser.*\u00a0· with passkey\u00a0· 192\.0\.2\.7$/);
  expect(second).toMatch(/^Unknown browser/);
  expect(screen.getByText('with passkey')).toBeTruthy();
  expect(screen.getByText('192.0.2.7')).toBeTruthy();
  expect(screen.getByText('Unknown browser')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'End' }));
  expect(await screen.findByText('Session ended')).toBeTruthy();
  expect(calls.map(({ name }) => name)).toContain(`DELETE ${mine}/sessions/there`);
});

it('sets up a code app with a QR code and a key, and shows the recovery codes until they are kept', async () => {
  let isOn = false;
  const answers = {
    [`GET ${mine}/second-factor`]: () => factors(isOn ? { totp: true, recoveryCodesLeft: 10 } : {}),
    [`POST ${mine}/totp`]: { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Parley:ada?secret=JBSWY3DPEHPK3PXP' },
    [`POST ${mine}/totp/confirm`]: () => {
      isOn = true;
      return { recoveryCodes: ['k7d2m-9xq4t', '0rjn5-w8hb2'] };
    },
  };
  const { user, sent } = await show(<SecondFactor />, answers);
  await user.click(await screen.findByRole('button', { name: 'Set up' }));
  expect(await screen.findByRole('img', { name: 'QR code of the key' })).toBeTruthy();
  expect(screen.getByText('JBSWY3DPEHPK3PXP')).toBeTruthy();
  await user.type(await field('Code from your app'), '492039{Enter}');
  expect(await screen.findByText(/k7d2m-9xq4t/)).toBeTruthy();
  expect(sent(`POST ${mine}/totp/confirm`)).toEqual([{ code: '492039' }]);
  await user.click(screen.getByRole('button', { name: 'I’ve saved them' }));
  expect(await screen.findByText('10 codes left')).toBeTruthy();
  expect(screen.queryByText(/k7d2m-9xq4t/)).toBeNull();
});

it('switches on who has to have a second factor, and shows administrators who lacks one', async () => {
  const soon = new Date(Date.now() + 3 * 24 * 3600_000).toISOString();
  const member = { role: 'representative', since: null, due: null };
  const { user, sent } = await show(<Security settings={defaultSettings} />, {
    ...settingsAnswers(),
    'GET /api/second-factors': [
      { ...member, userId: '1', name: 'Ben', since: soon },
      { ...member, userId: '2', name: 'Cleo', due: soon },
      { ...member, userId: '3', name: 'Dan', due: '2026-01-01T00:00:00.000Z' },
    ],
  });
  expect(screen.queryByText('Coming Soon')).toBeNull();
  expect(await screen.findByText('Overdue')).toBeTruthy();
  expect(screen.getByText(/^Due /)).toBeTruthy();
  await user.click(screen.getByRole('checkbox', { name: /Two-factor authentication/ }));
  expect(await screen.findByText('Settings updated')).toBeTruthy();
  expect(sent('POST /api/settings')).toEqual([
    { securityConfig: { secondFactor: 'all', expected: { secondFactor: 'nobody' } } },
  ]);
});

it('switches a permission that admins grant to representatives on the role itself, and leaves the others fixed', async () => {
  let isGranted = false;
  const { user, sent } = await show(<Roles />, {
    ...settingsAnswers(),
    'GET /api/representatives': ['ben', 'cleo'].map((id) => ({ ...ada, id, role: 'representative' })),
    'GET /api/roles': () => rolesOf(isGranted),
    'POST /api/settings': () => {
      isGranted = true;
      return { ...defaultSettings, representativesMay: { ...defaultSettings.representativesMay, export: true } };
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Change permissions' }));
  const permission = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
  expect([permission('Reply to customers').checked, permission('Reply to customers').disabled]).toEqual([true, true]);
  expect(permission('Export conversations').checked).toBe(false);
  await user.click(permission('Export conversations'));
  const question = within(await screen.findByRole('alertdialog', { name: 'Allow “Representative” more?' }));
  expect(question.getByText('2 people can then also: Export conversations.')).toBeTruthy();
  expect(sent('POST /api/settings')).toEqual([]);
  await user.click(question.getByRole('button', { name: 'Allow' }));
  await expect.poll(() => permission('Export conversations').checked, { timeout: 20_000 }).toBe(true);
  expect(sent('POST /api/settings')).toEqual([{ representativesMay: { export: true, expected: { export: false } } }]);
});

const ben: Representative = {
  ...ada,
  id: 'ben',
  name: 'Ben',
  email: 'ben@example.com',
  role: 'representative',
  availability: 'online',
  absence: null,
  shift: null,
  capacity: 10,
  languages: [],
  skills: [],
  activeConversations: [],
  activeConversationCount: 0,
};

it('an admin changes the sign-in address of a colleague, and a taken one is refused at its field', async () => {
  const { user, sent } = await show(<AccessMenu member={ben} />, {
    'GET /api/roles': rolesOf(false),
    'GET /api/profile/email-change': { pending: null, isConfirmed: true, isMailed: true },
    'PATCH /api/users/ben': ({ body }: Call) =>
      (body as { email: string }).email === 'ada@example.com'
        ? refusal('conflict', 'In use.', [{ path: 'email', message: 'This address is in use.' }])
        : { ...ben, email: 'ben.new@example.com' },
  });
  await user.click(screen.getByRole('button', { name: 'Account of Ben' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Change email address…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change email address' }));
  expect(await dialog.findByText(/gets a confirmation link, and the old address is notified/)).toBeTruthy();
  const change = dialog.getByRole('button', { name: 'Change email address' });
  const address = dialog.getByLabelText('Email address of Ben', { exact: false });
  await user.click(change);
  expect(sent('PATCH /api/users/ben')).toEqual([]);
  await user.clear(address);
  await user.type(address, 'ada@example.com');
  await user.click(change);
  expect(await dialog.findByText('This address is in use.')).toBeTruthy();
  await user.clear(address);
  await user.type(address, 'ben.new@example.com{Enter}');
  expect(await screen.findByText('Email address changed')).toBeTruthy();
  expect(sent('PATCH /api/users/ben')[1]).toEqual({
    email: 'ben.new@example.com',
    expected: { email: 'ben@example.com' },
  });
});

it('the dialog shows without a mail server that nobody is notified of the new address', async () => {
  const { user } = await show(<AccessMenu member={ben} />, {
    'GET /api/roles': rolesOf(false),
    'GET /api/profile/email-change': { pending: null, isConfirmed: true, isMailed: false },
  });
  await user.click(screen.getByRole('button', { name: 'Account of Ben' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Change email address…' }));
  expect(await screen.findByText(/Email isn’t set up, so tell them yourself/)).toBeTruthy();
});

it('users who may change profiles alone get nothing else in the account menu', async () => {
  const { user } = await show(
    <TeamList team={[{ ...ben, unconfirmedEmail: 'ben.new@example.com' }]} />,
    { 'GET /api/roles': rolesOf(false) },
    whoMay(['people.update']),
  );
  expect(screen.getByText(/Waiting for confirmation of/).textContent).toContain('ben.new@example.com');
  await user.click(screen.getByRole('button', { name: 'Account of Ben' }));
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
    'Change email address…',
    'Assignment',
  ]);
});

it('lists who used an invitation, beside the open ones', async () => {
  const at = new Date().toISOString();
  const invitation = {
    role: 'representative',
    email: null,
    mailedAt: null,
    createdBy: 'Ada',
    createdAt: at,
    usedAt: null,
    usedBy: null,
  };
  const later = new Date(Date.now() + 86_400_000).toISOString();
  const { user } = await show(<InviteButton />, {
    'GET /api/roles': rolesOf(false),
    'GET /api/invitations': [
      { ...invitation, id: 'i2', expiresAt: later },
      { ...invitation, id: 'i1', expiresAt: later, usedAt: at, usedBy: 'Ben Cole' },
    ],
  });
  await user.click(screen.getByRole('button', { name: 'Invite' }));
  const used = await screen.findByRole('list', { name: 'Used invitations' });
  expect(within(used).getByRole('listitem').textContent).toContain('Representative, used by Ben Cole');
  expect(within(screen.getByRole('list', { name: 'Open invitations' })).getAllByRole('listitem')).toHaveLength(1);
});

it('mails an invitation to an address, lists when it was sent, and sends it again', async () => {
  const at = new Date().toISOString();
  const later = new Date(Date.now() + 86_400_000).toISOString();
  const made = { url: 'https://desk.example.com/auth?invite=x', expiresAt: later, isMailed: true };
  const sentBefore = { role: 'admin', createdBy: 'Ada', createdAt: at, usedAt: null, usedBy: null, mailedAt: at };
  const { user, sent, calls } = await show(<InviteButton />, {
    'GET /api/roles': rolesOf(false),
    'GET /api/invitations': [{ ...sentBefore, id: 'i1', email: 'ben@example.com', expiresAt: later }],
    'POST /api/invitations': made,
    'POST /api/invitations/i1/resend': made,
  });
  await user.click(screen.getByRole('button', { name: 'Invite' }));
  await user.type(screen.getByLabelText('Email (optional)'), 'new@example.com');
  await user.click(screen.getByRole('button', { name: 'Send invitation' }));
  expect(await screen.findByText('Invitation sent to new@example.com')).toBeTruthy();
  expect(sent('POST /api/invitations')).toEqual([{ role: 'representative', email: 'new@example.com' }]);
  const open = await screen.findByRole('list', { name: 'Open invitations' });
  expect(open.textContent).toMatch(/ben@example\.com: Admin, sent just now/);
  await user.click(within(open).getByRole('button', { name: 'Resend' }));
  await waitFor(() => expect(calls.some(({ name }) => name.endsWith('/resend'))).toBe(true));
});

it('makes a user an admin only after asking', async () => {
  const { user, sent } = await show(<AccessMenu member={ben} />, {
    'GET /api/roles': rolesOf(false),
    'PATCH /api/users/ben/access': { ...ben, role: 'admin' },
  });
  const choose = async () => {
    await user.click(screen.getByRole('button', { name: 'Account of Ben' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Make admin…' }));
    return within(await screen.findByRole('alertdialog'));
  };
  const dialog = await choose();
  expect(dialog.getByText(/will be able to do everything/)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await expect.poll(() => screen.queryByRole('alertdialog'), { timeout: 20_000 }).toBeNull();
  expect(sent('PATCH /api/users/ben/access')).toEqual([]);
  await user.click((await choose()).getByRole('button', { name: 'Make admin' }));
  expect(await screen.findByText('Role updated')).toBeTruthy();
  expect(sent('PATCH /api/users/ben/access')).toMatchObject([{ role: 'admin' }]);
});
