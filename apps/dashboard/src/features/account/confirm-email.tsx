import { Box, Button, Heading, Stack } from '@chakra-ui/react';
import { confirmEmail } from '@parley/contracts/routes/users';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { wordsOf } from '../../api/call-error.ts';
import { currentUserKey } from '../../auth/auth.tsx';
import { accessWords } from '../../i18n/en/access.ts';
import { pausedWhile } from '../../ui/paused-while.ts';

interface ConfirmEmailProps {
  /** Token of the link that was opened. */
  token: string;
  onDone: () => void;
}

/** Confirms a sign-in address from the mailed link, signed in or not. It needs a click: mail scanners open links. */
export default function ConfirmEmail({ token, onDone }: ConfirmEmailProps) {
  const client = useQueryClient();
  const confirm = useMutation({
    mutationFn: () => call(confirmEmail, { body: { token } }),
    onSuccess: () => client.invalidateQueries({ queryKey: currentUserKey }),
  });
  return (
    <Stack gap="4" alignItems="start">
      <Heading as="h2" textStyle="lg">
        {accessWords('confirmEmail')}
      </Heading>
      {confirm.isSuccess ? (
        <>
          <Box role="status" overflowWrap="anywhere">
            {accessWords.rich('emailConfirmed', { email: <bdi>{confirm.data.email}</bdi> })}
          </Box>
          <Button size="md" onClick={onDone}>
            {accessWords('goOn')}
          </Button>
        </>
      ) : (
        <>
          <Box color="fg.muted">{accessWords('confirmEmailHint')}</Box>
          {confirm.error && (
            <Box role="alert" color="fg.error">
              {wordsOf(confirm.error)}
            </Box>
          )}
          <Stack direction="row" gap="2" flexWrap="wrap">
            <Button size="md" {...pausedWhile(confirm.isPending, () => confirm.mutate())}>
              {accessWords('confirmEmailButton')}
            </Button>
            <Button size="md" variant="ghost" onClick={onDone}>
              {accessWords('notNow')}
            </Button>
          </Stack>
        </>
      )}
    </Stack>
  );
}
