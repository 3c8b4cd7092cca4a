import { Box, Button, Stack } from '@chakra-ui/react';
import { passkeyLogin, passkeyRequest } from '@parley/contracts/routes/sign-in';
import { useMutation } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { call } from '../../api/call.ts';
import { faultOf } from '../../api/call-error.ts';
import { useAuth } from '../../auth/auth.tsx';
import { accessWords } from '../../i18n/en/access.ts';
import { common } from '../../i18n/en/common.ts';
import { signinWords } from '../../i18n/en/signin.ts';
import { TextField } from '../../ui/fields.tsx';
import { pausedWhile } from '../../ui/paused-while.ts';
import { askPasskey, hasPasskeys } from '../../auth/ask-passkey.ts';
import { NewPasswordField } from '../../forms/new-password-field.tsx';
import { toastFailure } from '../../ui/toast/failure.ts';

function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

export function LoginForm({ onForgotten }: { onForgotten: () => void }) {
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
        <Box display="flex" flexWrap="wrap" justifyContent="space-between" mx="-2.5">
          <PasskeyLogin />
          <Button size="xs" variant="ghost" onClick={onForgotten}>
            {accessWords('forgot')}
          </Button>
        </Box>
      </Stack>
    </form>
  );
}

/** Signs in without a password, by a passkey that identifies the user. */
function PasskeyLogin() {
  const { enter } = useAuth();
  const signIn = useMutation({
    mutationFn: async () => call(passkeyLogin, { body: await askPasskey(await call(passkeyRequest, {})) }),
    onSuccess: enter,
    onError: (error) => toastFailure(error, accessWords('passkeyFailed')),
  });
  if (!hasPasskeys()) return null;
  return (
    <Button size="xs" variant="ghost" {...pausedWhile(signIn.isPending, () => signIn.mutate())}>
      <KeyRound size={14} aria-hidden />
      {accessWords('passkeySignIn')}
    </Button>
  );
}

/** `invitation` comes from the link that an admin sent. */
export function RegisterForm({ invitation }: { invitation: string | null }) {
  const { register } = useAuth();
  const [password, setPassword] = useState('');
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    register.mutate({
      name: textOf(form, 'name').trim(),
      username: textOf(form, 'username').trim(),
      email: textOf(form, 'email').trim(),
      password,
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
        <NewPasswordField
          label={signinWords('password')}
          size="md"
          value={password}
          fault={fault('password')}
          onChange={setPassword}
        />
        <Button type="submit" size="md" {...pausedWhile(register.isPending)}>
          {register.isPending ? signinWords('creatingAccount') : signinWords('register')}
        </Button>
      </Stack>
    </form>
  );
}
