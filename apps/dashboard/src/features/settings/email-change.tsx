import { Box, Button } from '@chakra-ui/react';
import { cancelEmailChange, emailChange, resendEmailConfirmation } from '@parley/contracts/routes/users';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { keyOf, read, alwaysFresh } from '../../api/read.ts';
import { useMe } from '../../auth/auth.tsx';
import { common } from '../../i18n/en/common.ts';
import { profile } from '../../i18n/en/profile.ts';
import { pausedWhile } from '../../ui/paused-while.ts';
import { toast } from '../../ui/toast/toasts.ts';
import { toastFailure } from '../../ui/toast/failure.ts';

/** Reads the state of the user's sign-in address at every use: the mailbox confirms it elsewhere. */
export const useEmailChange = () => useQuery({ ...read(emailChange, {}), ...alwaysFresh });

/**
 * Shows the address that waits for its confirmation, or that the present one is not confirmed, with the actions for it.
 */
export function EmailChange() {
  const me = useMe();
  const client = useQueryClient();
  const { data } = useEmailChange();
  const onSettled = () => void client.invalidateQueries({ queryKey: keyOf(emailChange) });
  const resend = useMutation({
    mutationFn: () => call(resendEmailConfirmation, {}),
    onSuccess: () => toast({ title: profile('confirmationSent') }),
    onError: (error) => toastFailure(error),
    onSettled,
  });
  const cancel = useMutation({
    mutationFn: () => call(cancelEmailChange, {}),
    onError: (error) => toastFailure(error),
    onSettled,
  });
  // A frame brings the confirmed address before anything is read again.
  const pending = data?.isConfirmed && data.pending?.email === me.email ? null : data?.pending;
  if (!data || (!pending && (data.isConfirmed || !data.isMailed))) return null;
  const isPending = resend.isPending || cancel.isPending;
  return (
    <Box role="status" display="flex" flexWrap="wrap" alignItems="center" columnGap="2" rowGap="1" mt="2" fontSize="sm">
      <Box color="fg.muted" minW="0" overflowWrap="anywhere">
        {pending
          ? profile.rich('waitingForConfirmation', { email: <bdi>{pending.email}</bdi> })
          : profile('notConfirmed')}
      </Box>
      <Box display="flex" gap="1">
        <Button size="2xs" variant="outline" {...pausedWhile(isPending, () => resend.mutate())}>
          {pending ? profile('resend') : profile('sendConfirmation')}
        </Button>
        {pending && (
          <Button size="2xs" variant="ghost" {...pausedWhile(isPending, () => cancel.mutate())}>
            {common('cancel')}
          </Button>
        )}
      </Box>
    </Box>
  );
}
