import { Button, Stack } from '@chakra-ui/react';
import { passwordMaxLength, passwordMinLength } from '@parley/contracts/limits';
import type { FormEvent } from 'react';
import { faultOf } from '../../api/call-error.ts';
import { useAuth } from '../../auth/auth.tsx';
import { common } from '../../i18n/en/common.ts';
import { signinWords } from '../../i18n/en/signin.ts';
import { TextField } from '../../ui/fields.tsx';
import { pausedWhile } from '../../ui/paused-while.ts';

function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

export function LoginForm() {
  const { login } = useAuth();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    login.mutate({ email: textOf(form, 'email').trim(), password: textOf(form, 'password') });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="4">
        <TextField label={common('email')} name="email" type="email" autoComplete="username" required size="md" />
        <TextField
          label={signinWords('password')}
          name="password"
          type="password"
          autoComplete="current-password"
          required
          size="md"
        />
        <Button type="submit" size="md" {...pausedWhile(login.isPending)}>
          {login.isPending ? signinWords('signingIn') : signinWords('login')}
        </Button>
      </Stack>
    </form>
  );
}

/** `invitation` comes from the link that an admin sent. */
export function RegisterForm({ invitation }: { invitation: string | null }) {
  const { register } = useAuth();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    register.mutate({
      name: textOf(form, 'name').trim(),
      username: textOf(form, 'username').trim(),
      email: textOf(form, 'email').trim(),
      password: textOf(form, 'password'),
      ...(invitation && { invitation }),
    });
  };
  const fault = (path: string) => faultOf(register.error, path);
  return (
    <form onSubmit={submit}>
      <Stack gap="4">
        <TextField
          label={signinWords('fullName')}
          name="name"
          autoComplete="name"
          required
          size="md"
          error={fault('name')}
        />
        <TextField
          label={signinWords('username')}
          name="username"
          autoComplete="nickname"
          required
          size="md"
          error={fault('username')}
        />
        <TextField
          label={common('email')}
          name="email"
          type="email"
          autoComplete="email"
          required
          size="md"
          error={fault('email')}
        />
        <TextField
          label={signinWords('password')}
          name="password"
          type="password"
          autoComplete="new-password"
          required
          size="md"
          minLength={passwordMinLength}
          maxLength={passwordMaxLength}
          hint={signinWords('passwordHint', { count: passwordMinLength })}
          error={fault('password')}
        />
        <Button type="submit" size="md" {...pausedWhile(register.isPending)}>
          {register.isPending ? signinWords('creatingAccount') : signinWords('register')}
        </Button>
      </Stack>
    </form>
  );
}
