import { listRoles } from '@parley/contracts/routes/roles';
import type { RepresentativesMay } from '@parley/contracts/settings/settings';
import { useQueryClient } from '@tanstack/react-query';
import { keyOf } from '../../api/read.ts';
import { useChangeSettings } from '../../forms/settings.ts';

/** Changes what the built-in representative role gives. */
export function useChangeGrants() {
  const client = useQueryClient();
  const change = useChangeSettings();
  return {
    isPending: change.isPending,
    set: (grant: keyof RepresentativesMay, may: boolean, onSettled?: () => void) =>
      change.mutate(
        { representativesMay: { [grant]: may } },
        {
          onSuccess: () => void client.invalidateQueries({ queryKey: keyOf(listRoles) }),
          ...(onSettled && { onSettled }),
        },
      ),
  };
}
