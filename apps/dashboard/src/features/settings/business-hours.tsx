import { Box, Input, Stack, Switch } from '@chakra-ui/react';
import { teamHours } from '@parley/contracts/business-hours';
import { type Settings, timeZones, weekdays } from '@parley/contracts/settings';
import type { FormEvent } from 'react';
import { useDraft } from '../../forms/draft.ts';
import { SaveBar } from '../../forms/save-bar.tsx';
import { useChangeSettings } from '../../forms/settings.ts';
import { useNow } from '../../ui/clock.ts';
import { SelectField, SwitchField } from '../../ui/fields.tsx';
import { Panel } from '../../ui/panel.tsx';
import { exactTime } from '../../ui/times.ts';

const named = (day: string): string => day.charAt(0).toUpperCase() + day.slice(1);

export function BusinessHours({ hours }: { hours: Settings['businessHours'] }) {
  const draft = useDraft('hours', hours);
  const change = useChangeSettings();
  const now = useNow();
  const { value, set } = draft;
  const state = teamHours(value, new Date(now));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate({ businessHours: draft.edits }, { onSuccess: () => draft.settle(draft.edits) });
  };
  return (
    <Panel
      title="Business Hours"
      description={
        state.isOpen
          ? 'Now: open.'
          : `Now: closed.${state.backAt ? ` Back ${exactTime(state.backAt)} (your time).` : ''}`
      }
    >
      <form onSubmit={submit}>
        <Stack gap="4">
          <SwitchField
            label="Enable business hours"
            hint="Outside them the widget says when the team is back and, with Email on, asks for an address."
            checked={value.enabled}
            onChange={(enabled) => set({ enabled })}
          />
          <Box maxW={{ sm: '20rem' }}>
            <SelectField
              label="Timezone"
              value={value.timezone}
              options={timeZones}
              onChange={(timezone) => set({ timezone })}
            />
          </Box>
          <Box>
            {weekdays.map((day) => {
              const { enabled, start, end } = value[day];
              return (
                <Box
                  key={day}
                  display="flex"
                  flexWrap="wrap"
                  alignItems="center"
                  columnGap="4"
                  rowGap="2"
                  py={{ base: '2.5', sm: '1.5' }}
                  borderTopWidth="1px"
                  minH="2.875rem"
                >
                  <Switch.Root
                    size="sm"
                    width="8.75rem"
                    checked={enabled}
                    onCheckedChange={({ checked }) => set({ [day]: { enabled: checked, start, end } })}
                  >
                    <Switch.HiddenInput />
                    <Switch.Control />
                    <Switch.Label fontSize="sm">{named(day)}</Switch.Label>
                  </Switch.Root>
                  {enabled ? (
                    <Box display="flex" alignItems="center" gap="2">
                      <Input
                        type="time"
                        width="7.375rem"
                        required
                        aria-label={`${named(day)} from`}
                        value={start}
                        onChange={(event) => set({ [day]: { enabled, start: event.target.value, end } })}
                      />
                      <span>to</span>
                      <Input
                        type="time"
                        width="7.375rem"
                        required
                        aria-label={`${named(day)} to`}
                        value={end}
                        onChange={(event) => set({ [day]: { enabled, start, end: event.target.value } })}
                      />
                      {end <= start && (
                        <Box as="span" fontSize="xs" color="fg.muted">
                          over midnight
                        </Box>
                      )}
                    </Box>
                  ) : (
                    <Box fontSize="sm" color="fg.muted">
                      Closed
                    </Box>
                  )}
                </Box>
              );
            })}
          </Box>
        </Stack>
        <SaveBar isDirty={draft.isDirty} isPending={change.isPending} onReset={draft.reset} />
      </form>
    </Panel>
  );
}
