import { listRepresentatives, updateUser } from '@parley/contracts/routes/users';
import type { Body } from '@parley/contracts/route';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { keyOf } from '../api/read.ts';
import { isConflict, seenOf } from '../api/as-seen.ts';
import { toast } from '../ui/toast/toasts.ts';
import { currentUserKey, useMe } from './auth.tsx';
import { withRights } from './rights.ts';
import { toastFailure } from '../ui/toast/failure.ts';

/**
 * Changes the user's own account, unless the same was changed elsewhere since it was read: then an error is shown, and
 * the account is read again. `failed` replaces the reason in that message.
 */
export function useChangeMe({ success, failed }: { success?: string; failed?: string } = {}) {
  const me = useMe();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: Body<typeof updateUser>) =>
      call(updateUser, { params: { id: me.id }, body: { expected: seenOf(me, change), ...change } }),
    onSuccess: (changed) => {
      client.setQueryData(currentUserKey, withRights(changed, me));
      void client.invalidateQueries({ queryKey: keyOf(listRepresentatives) });
      if (success) toast({ title: success });
    },
    onError: async (error) => {
      if (failed && !isConflict(error)) toast({ title: failed, variant: 'destructive' });
      else toastFailure(error);
      if (isConflict(error)) await client.refetchQueries({ queryKey: currentUserKey });
    },
  });
}
