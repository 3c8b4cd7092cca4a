import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { wordsOf } from '../api/call-error.ts';
import { common } from '../i18n/en/common.ts';
import { toast } from '../ui/toast/toasts.ts';

interface SaveItemOptions {
  list: QueryKey;
  onDone: () => void;
  /** Why it was refused, where that needs words of its own. */
  whyNot?: (error: unknown) => string;
}

/** Saves one of a list: then the list is read anew and its form is done; else it is said why not, and the form stays. */
export function useSaveItem(save: () => Promise<unknown>, { list, onDone, whyNot = wordsOf }: SaveItemOptions) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: save,
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: list });
      onDone();
    },
    onError: (error) => toast({ title: common('updateFailed'), description: whyNot(error), variant: 'destructive' }),
  });
}
