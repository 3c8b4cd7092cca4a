import type { Availability, Representative, User } from '@parley/contracts/entities';
import { listRepresentatives, setAvailability } from '@parley/contracts/routes/users';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { keyOf } from '../api/read.ts';
import { currentUserKey } from '../auth/auth.tsx';
import { toast } from '../ui/toast/toasts.ts';
import { live } from '../i18n/en/live.ts';
import { toastFailure } from '../ui/toast/failure.ts';

/** Returns how available a user is with a new status; who chooses it for themselves is at work. */
function availabilityWith(
  status: Availability,
  { availability, absence, shift }: Representative,
  isMe: boolean,
): Availability {
  const isOff = absence !== null || (shift !== null && shift.until === null);
  const isAtWork = isMe ? !isOff : availability !== 'offline';
  return isAtWork ? status : 'offline';
}

/** Changes a user's status: shown at once, and reverted if the server refuses it. */
export function useSetAvailability() {
  const client = useQueryClient();
  const show = (id: string, status: Availability) => {
    client.setQueryData<User | null>(currentUserKey, (me) => (me?.id === id ? { ...me, status } : me));
    const isMe = client.getQueryData<User | null>(currentUserKey)?.id === id;
    client.setQueryData<Representative[]>(keyOf(listRepresentatives), (team) =>
      team?.map((each) =>
        each.id === id ? { ...each, status, availability: availabilityWith(status, each, isMe) } : each,
      ),
    );
  };
  const shown = (id: string): Availability | undefined => {
    const me = client.getQueryData<User | null>(currentUserKey);
    if (me?.id === id) return me.status;
    return client.getQueryData<Representative[]>(keyOf(listRepresentatives))?.find((each) => each.id === id)?.status;
  };
  return useMutation({
    mutationFn: ({ id, status }: { id: string; status: Availability }) =>
      call(setAvailability, { params: { id }, body: { status } }),
    onMutate: ({ id, status }) => {
      const before = shown(id);
      show(id, status);
      return before;
    },
    onSuccess: () => toast({ title: live('statusUpdated') }),
    onError: (error, { id }, before) => {
      if (before) show(id, before);
      toastFailure(error);
    },
  });
}
