import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { wordsOf } from '../api/call-error.ts';
import { common } from '../i18n/en/common.ts';
import { isConflict } from '../api/as-seen.ts';
import { toast } from '../ui/toast/toasts.ts';

interface SaveItemOptions<Item, Saved> {
  /** The one that is changed, as it was when its form was opened. */
  item: Item | undefined;
  list: QueryKey;
  onDone: (saved: Saved) => void;
  /** Returns the reason of a refusal, if that needs a text of its own. */
  whyNot?: (error: unknown) => string;
}

/**
 * Saves an item of a list: on success the list is read again and the form closes; otherwise the form stays and shows
 * the error. If another user was first, `seen` becomes their version.
 */
export function useSaveItem<Item extends { id: string }, Saved>(
  save: (seen: Item | undefined) => Promise<Saved>,
  { item, list, onDone, whyNot = wordsOf }: SaveItemOptions<Item, Saved>,
) {
  const client = useQueryClient();
  const [seen, setSeen] = useState(item);
  return useMutation({
    mutationFn: () => save(seen),
    onSuccess: (saved) => {
      void client.invalidateQueries({ queryKey: list });
      onDone(saved);
    },
    onError: async (error) => {
      toast({ title: common('updateFailed'), description: whyNot(error), variant: 'destructive' });
      if (!item || !isConflict(error)) return;
      await client.refetchQueries({ queryKey: list, exact: true });
      setSeen(client.getQueryData<Item[]>(list)?.find(({ id }) => id === item.id) ?? item);
    },
  });
}
