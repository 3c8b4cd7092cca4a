import { Box, Button } from '@chakra-ui/react';
import type { SettingsChange } from '@parley/contracts/routes/settings';
import { type ReactNode, useState } from 'react';
import { useChangeSettings } from './settings.ts';
import { common } from '../i18n/en/common.ts';
import { forms } from '../i18n/en/forms.ts';
import { settingsWords } from '../i18n/en/settings.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Select } from '../ui/fields.tsx';
import { pausedWhile } from '../ui/paused-while.ts';

/** Names a period such as `90d` or `1y`; `never` deletes nothing. */
export function retentionName(period: string): string {
  if (period === 'never') return settingsWords('forever');
  const count = Number.parseInt(period, 10);
  return period.endsWith('d') ? settingsWords('days', { count }) : settingsWords('years', { count });
}

interface RetentionChoiceProps<V extends string> {
  label: string;
  /** Sorted from the shortest to the longest. */
  periods: readonly V[];
  saved: V;
  disabled?: boolean;
  change: (chosen: V) => SettingsChange;
  /** Shows what a shorter period deletes; absent where none deletes anything. */
  renderWarning?: (chosen: V) => ReactNode;
  /** Defaults to `retentionName`. */
  nameOf?: (period: V) => string;
  /** Width of the choice. */
  width?: string;
}

/**
 * A period after which something is deleted. Choosing one saves nothing, since a turn of the wheel or an arrow key
 * chooses too; the button does, and asks first where more is deleted than before.
 */
export function RetentionChoice<V extends string>({
  label,
  periods,
  saved,
  disabled = false,
  change,
  renderWarning,
  nameOf = retentionName,
  width = '8rem',
}: RetentionChoiceProps<V>) {
  const [wanted, setWanted] = useState<V>();
  const [isAsking, setAsking] = useState(false);
  const save = useChangeSettings();
  const chosen = wanted ?? saved;
  const store = () =>
    save.mutate(change(chosen), { onSuccess: () => setWanted(undefined), onSettled: () => setAsking(false) });
  const isShorter = periods.indexOf(chosen) < periods.indexOf(saved);
  return (
    <Box display="flex" flexWrap="wrap" gap="2">
      {chosen !== saved && (
        <>
          <Button variant="ghost" disabled={save.isPending} onClick={() => setWanted(undefined)}>
            {common('cancel')}
          </Button>
          <Button {...pausedWhile(save.isPending, isShorter && renderWarning ? () => setAsking(true) : store)}>
            {forms('saveChanges')}
          </Button>
        </>
      )}
      <Box width={{ base: `max(9.5rem, ${width})`, md: width }}>
        <Select
          aria-label={label}
          value={chosen}
          options={periods.map((value) => ({ value, label: nameOf(value) }))}
          disabled={disabled || save.isPending}
          onChange={setWanted}
        />
      </Box>
      <ConfirmDialog
        open={isAsking}
        title={settingsWords('chosenPeriod', { what: label, period: retentionName(chosen) })}
        confirmLabel={settingsWords('saveAndDelete')}
        pending={save.isPending}
        onClose={() => setAsking(false)}
        onConfirm={store}
      >
        {isAsking && renderWarning?.(chosen)}
      </ConfirmDialog>
    </Box>
  );
}
