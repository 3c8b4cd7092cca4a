import { Box, Input, Switch } from '@chakra-ui/react';
import { listSchedules } from '@parley/contracts/routes/schedules';
import { businessWeek, workingHoursOf } from '@parley/contracts/schedules/business-hours';
import { teamHours } from '@parley/contracts/schedules/working-time';
import { type Settings, weekdays } from '@parley/contracts/settings/settings';
import { useRead } from '../../api/read.ts';
import { labelOf, settingFields } from '../../domain/fields/fields.ts';
import { SettingsForm } from '../../forms/settings-form.tsx';
import { TimeZoneField } from '../../forms/time-zone-field.tsx';
import { settingsWords } from '../../i18n/en/settings.ts';
import { useNow } from '../../ui/clock.ts';
import { SwitchField } from '../../ui/fields.tsx';
import { Panel } from '../../ui/panel.tsx';
import { exactTime } from '../../ui/times.ts';
import { weekdayName } from '../../forms/weekday-name.ts';

/** Edits when the team is there, and in which time zone. */
export function BusinessHours({ settings }: { settings: Settings }) {
  const now = useNow();
  const stored = useRead(listSchedules, {}).data?.find(({ isDefault }) => isDefault);
  const { businessHours } = settings;
  const hours = workingHoursOf({
    isAlwaysOpen: !businessHours.enabled,
    timezone: businessHours.timezone,
    week: businessWeek(businessHours),
    exceptions: stored?.exceptions ?? [],
    holidays: stored?.holidays ?? [],
  });
  const state = teamHours(hours, new Date(now));
  return (
    <Panel
      title={settingsWords('hours')}
      description={
        state.isOpen
          ? settingsWords('nowOpen')
          : state.backAt
            ? settingsWords('nowClosedUntil', { time: exactTime(state.backAt) })
            : settingsWords('nowClosed')
      }
    >
      <SettingsForm
        name="hours"
        settings={settings}
        savedOf={(all) => all.businessHours}
        changeOf={(change) => ({ businessHours: change })}
        labelOf={(field) => labelOf(settingFields.businessHours[field])}
      >
        {({ value, set }) => (
          <>
            <SwitchField
              label={settingsWords('enableHours')}
              hint={settingsWords('enableHoursHint')}
              checked={value.enabled}
              onChange={(enabled) => set({ enabled })}
            />
            <Box maxW={{ sm: 'md' }}>
              <TimeZoneField
                label={settingsWords('timezone')}
                value={value.timezone}
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
                      disabled={!value.enabled}
                      onCheckedChange={({ checked }) => set({ [day]: { enabled: checked, start, end } })}
                    >
                      <Switch.HiddenInput />
                      <Switch.Control />
                      <Switch.Label fontSize="sm">{weekdayName(day)}</Switch.Label>
                    </Switch.Root>
                    {enabled ? (
                      <Box
                        display="flex"
                        alignItems="center"
                        gap="2"
                        fontSize="sm"
                        {...(!value.enabled && { color: 'fg.muted' })}
                      >
                        <Input
                          type="time"
                          width={{ base: '8.25rem', md: '7.375rem' }}
                          required
                          disabled={!value.enabled}
                          aria-label={settingsWords('dayFrom', { day: weekdayName(day) })}
                          value={start}
                          onChange={(event) => set({ [day]: { enabled, start: event.target.value, end } })}
                        />
                        <span>{settingsWords('to')}</span>
                        <Input
                          type="time"
                          width={{ base: '8.25rem', md: '7.375rem' }}
                          required
                          disabled={!value.enabled}
                          aria-label={settingsWords('dayTo', { day: weekdayName(day) })}
                          value={end}
                          onChange={(event) => set({ [day]: { enabled, start, end: event.target.value } })}
                        />
                        {end <= start && (
                          <Box as="span" fontSize="xs" color="fg.muted">
                            {settingsWords('overMidnight')}
                          </Box>
                        )}
                      </Box>
                    ) : (
                      <Box fontSize="sm" color="fg.muted">
                        {settingsWords('closed')}
                      </Box>
                    )}
                  </Box>
                );
              })}
            </Box>
          </>
        )}
      </SettingsForm>
    </Panel>
  );
}
