import { Box, Button, Heading, Stack } from '@chakra-ui/react';
import { requestPasswordLink, setForgottenPassword } from '@parley/contracts/routes/sign-in';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../api/call.ts';
import { faultOf, wordsOf } from '../../api/call-error.ts';
import { useAuth } from '../../auth/auth.tsx';
import { accessWords } from '../../i18n/en/access.ts';
import { common } from '../../i18n/en/common.ts';
import { profile } from '../../i18n/en/profile.ts';
import { focusAtFirst, TextField } from '../../ui/fields.tsx';
import { pausedWhile } from '../../ui/paused-while.ts';
import { NewPasswordField } from '../../forms/new-password-field.tsx';
import { toastFailure } from '../../ui/toast/failure.ts';

interface ForgottenPasswordProps {
  /** Token of the link that was opened; without one, a link can be requested. */
  token: string | undefined;
  /** Whether links can be mailed here. */
  isMailed: boolean;
  onBack: () => void;
}

/** The way back in without a password: asking for a link, and what the link leads to. */
export default function ForgottenPassword({ token, isMailed, onBack }: ForgottenPasswordProps) {
  return (
    <Stack gap="4">
      <Heading as="h2" textStyle="lg">
        {token === undefined ? accessWords('forgot') : accessWords('choosePassword')}
      </Heading>
      {token !== undefined && <Choose token={token} onBack={onBack} />}
      {token === undefined && (isMailed ? <Ask /> : <Box color="fg.muted">{accessWords('noMail')}</Box>)}
      <Box>
        <Button variant="ghost" size="xs" onClick={onBack}>
          {accessWords('backToLogin')}
        </Button>
      </Box>
    </Stack>
  );
}

function Ask() {
  const [email, setEmail] = useState('');
  const ask = useMutation({ mutationFn: () => call(requestPasswordLink, { body: { email: email.trim() } }) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!ask.isPending) ask.mutate();
  };
  if (ask.isSuccess) return <Box role="status">{accessWords('linkSent')}</Box>;
  return (
    <form onSubmit={submit}>
      <Stack gap="4">
        <Box color="fg.muted">{accessWords('forgotAsk')}</Box>
        <TextField
          label={common('email')}
          type="email"
          autoComplete="username"
          required
          ref={focusAtFirst}
          size="md"
          value={email}
          error={ask.error ? wordsOf(ask.error) : undefined}
          onChange={(event) => setEmail(event.target.value)}
        />
        <Button type="submit" size="md" {...pausedWhile(ask.isPending)}>
          {accessWords('sendLink')}
        </Button>
      </Stack>
    </form>
  );
}

function Choose({ token, onBack }: { token: string; onBack: () => void }) {
  const { goOn } = useAuth();
  const [newPassword, setNewPassword] = useState('');
  const choose = useMutation({
    mutationFn: () => call(setForgottenPassword, { body: { token, newPassword } }),
    onSuccess: (answer) => {
      onBack();
      goOn(answer);
    },
    onError: (error) => toastFailure(error),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!choose.isPending) choose.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="4">
        <Box color="fg.muted">{accessWords('choosePasswordHint')}</Box>
        <NewPasswordField
          label={profile('newPassword')}
          size="md"
          value={newPassword}
          fault={faultOf(choose.error, 'newPassword')}
          onChange={setNewPassword}
        />
        <Button type="submit" size="md" {...pausedWhile(choose.isPending)}>
          {accessWords('setPassword')}
        </Button>
      </Stack>
    </form>
  );
}
