import { mergeContacts, unmergeContacts } from '@parley/contracts/routes/contacts';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { call } from '../../api/call.ts';
import { blockWords } from '../../i18n/en/block.ts';
import { contactWords as words } from '../../i18n/en/contacts.ts';
import { toast } from '../../ui/toast/toasts.ts';
import { toastFailure } from '../../ui/toast/failure.ts';

/** Undoes a merge: both contacts exist again, and the merged one has its page. */
export function useUnmerge() {
  return useMutation({
    mutationFn: (id: string) => call(unmergeContacts, { params: { id } }),
    onSuccess: () => toast({ title: words('unmerged') }),
    onError: (error) => toastFailure(error),
  });
}

/** Makes two contacts one, and shows who remains; the toast takes it back. */
export function useMerge() {
  const navigate = useNavigate();
  const { mutate: undo } = useUnmerge();
  return useMutation({
    mutationFn: ({ remainsId, mergedId }: { remainsId: string; mergedId: string }) =>
      call(mergeContacts, { params: { id: remainsId }, body: { mergedId } }),
    onSuccess: ({ mergeId }, { remainsId }) => {
      void navigate(`/contacts/${remainsId}`);
      toast({ title: words('merged'), action: { label: blockWords('undo'), run: () => undo(mergeId) } });
    },
    onError: (error) => toastFailure(error),
  });
}
