/** Signing in and registering: what is sent, what is said, and who is let in. */
import type { User } from '@parley/contracts/entities';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useAuth } from '../src/auth/auth.tsx';
import { LoginForm, RegisterForm } from '../src/features/sign-in/sign-in-forms.tsx';
import { ada, refusal, show } from './screen.tsx';

function Who() {
  const { user } = useAuth();
  return <output aria-label="Signed in">{user ? user.name : 'nobody'}</output>;
}

const nobody: User | null = null;
const who = () => screen.getByRole('status', { name: 'Signed in' }).textContent;
const login = (answer: unknown) =>
  show(
    <>
      <LoginForm onForgotten={() => undefined} />
      <Who />
    </>,
    { 'POST /api/login': answer },
    nobody,
  );
const register = (answer: unknown, invitation: string | null = null) =>
  show(
    <>
      <RegisterForm invitation={invitation} />
      <Who />
    </>,
    { 'POST /api/register': answer },
    nobody,
  );

it('signs in with the address as it was meant, and greets', async () => {
  const { user, sent } = await login(ada);
  expect(who()).toBe('nobody');
  await user.type(screen.getByLabelText('Email', { exact: false }), 'ada@example.com');
  await user.type(screen.getByLabelText('Password', { exact: false }), 'correct horse');
  await user.click(screen.getByRole('button', { name: 'Login' }));
  expect(await screen.findByText('Welcome back!')).toBeTruthy();
  expect(screen.getByText('Successfully logged in.')).toBeTruthy();
  expect(sent('POST /api/login')).toEqual([{ email: 'ada@example.com', password: 'correct horse' }]);
  expect(who()).toBe('Ada Moreau');
});

it('shows why a sign-in is refused, as an alert, and lets nobody in', async () => {
  const { user } = await login(() => refusal('wrong_credentials', 'The email or the password is wrong.'));
  await user.type(screen.getByLabelText('Email', { exact: false }), 'ada@example.com');
  await user.type(screen.getByLabelText('Password', { exact: false }), 'wrong{Enter}');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Login failed');
  expect(alert.textContent).toContain('The email or the password is wrong.');
  expect(who()).toBe('nobody');
});

const fill = async (user: Awaited<ReturnType<typeof show>>['user'], password: string) => {
  await user.type(screen.getByLabelText('Full name', { exact: false }), ' Ada Moreau ');
  await user.type(screen.getByLabelText('Username', { exact: false }), 'ada');
  await user.type(screen.getByLabelText('Email', { exact: false }), 'ada@example.com');
  await user.type(screen.getByLabelText('Password', { exact: false }), password);
  await user.click(screen.getByRole('button', { name: 'Register' }));
};

it('registers with the invitation that the link brought, and greets by name', async () => {
  const { user, sent } = await register(ada, 'from-a-link');
  await fill(user, 'correct horse battery');
  expect(await screen.findByText('Account created!')).toBeTruthy();
  expect(screen.getByText('Welcome to Parley, Ada Moreau.')).toBeTruthy();
  expect(sent('POST /api/register')).toEqual([
    {
      name: 'Ada Moreau',
      username: 'ada',
      email: 'ada@example.com',
      password: 'correct horse battery',
      invitation: 'from-a-link',
    },
  ]);
});

it('says at the field what is wrong with it', async () => {
  const taken = [{ path: 'username', message: 'Another account has this username.' }];
  const { user } = await register(() => refusal('conflict', 'Not registered.', taken));
  await fill(user, 'correct horse battery');
  expect(await screen.findByText('Registration failed')).toBeTruthy();
  expect(screen.getByLabelText('Username', { exact: false }).getAttribute('aria-invalid')).toBe('true');
  expect(screen.getAllByText('Another account has this username.').length).toBeGreaterThan(0);
});
