import { blockContact, getContact, unblockContact } from '@parley/contracts/routes/contacts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { keyOf } from '../../api/read.ts';
import { blockWords as words } from '../../i18n/en/block.ts';
import { toast } from '../../ui/toast/toasts.ts';
import { toastFailure } from '../../ui/toast/failure.ts';

interface Blocking {
  contactId: string;
  isBlocked: boolean;
}

/** Blocks a contact, or lets them write again; the toast can undo either. */
export function useBlock(): { setBlocked: (contactId: string, isBlocked: boolean) => void; isPending: boolean } {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: ({ contactId, isBlocked }: Blocking) =>
      call(isBlocked ? blockContact : unblockContact, { params: { id: contactId } }),
    onSuccess: (contact, { contactId, isBlocked }) => {
      client.setQueryData(keyOf(getContact, { params: { id: contactId } }), contact);
      toast({
        title: isBlocked ? words('blocked') : words('unblocked'),
        description: isBlocked ? words('blockedHint') : words('unblockedHint'),
        action: { label: words('undo'), run: () => mutate({ contactId, isBlocked: !isBlocked }) },
      });
    },
    onError: (error) => toastFailure(error),
  });
  return { setBlocked: (contactId, isBlocked) => mutate({ contactId, isBlocked }), isPending };
}
