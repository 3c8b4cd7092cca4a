import { Box, Button, Flex, Input, Stack, Switch } from '@chakra-ui/react';
import { notificationTexts } from '@parley/contracts/i18n/catalogues/notifications';
import {
  describeKind,
  type NotificationKind,
  notificationKindNames,
  type NotificationWay,
  notificationWays,
  waysOf,
} from '@parley/contracts/notifications/kinds';
import type { NotificationSettings, QuietHours } from '@parley/contracts/notifications/notification';
import { weekdays } from '@parley/contracts/settings/settings';
import { TimeZoneField } from '../../forms/time-zone-field.tsx';
import { common } from '../../i18n/en/common.ts';
import { notificationSettings as words } from '../../i18n/en/notificationsettings.ts';
import { language } from '../../i18n/language.ts';
import { settingsWords } from '../../i18n/en/settings.ts';
import { useNotificationSettings } from '../../live/notification-settings.ts';
import { Choices } from '../../ui/choices.tsx';
import { FailedState } from '../../ui/empty-state.tsx';
import { SwitchField } from '../../ui/fields.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Tag } from '../../ui/tag.tsx';
import { weekdayName } from '../../forms/weekday-name.ts';

/** Edits by which ways and when the user is notified, on every device. */
export function NotificationWays() {
  const { settings, error, retry, change } = useNotificationSettings();
  if (error && !settings) return <FailedState error={error} retry={retry} />;
  if (!settings) return <p aria-busy>{common('loading')}</p>;
  return (
    <>
      <Ways settings={settings} change={change} />
      <Quiet settings={settings} change={change} />
    </>
  );
}

interface PartProps {
  settings: NotificationSettings;
  change: (change: Partial<NotificationSettings>) => void;
}

function Ways({ settings: { ways, textInMail }, change }: PartProps) {
  const t = notificationTexts(language());
  const set = (kind: NotificationKind, way: NotificationWay, isOn: boolean): void => {
    const chosen = notificationWays.filter((each) => (each === way ? isOn : waysOf(kind, ways).includes(each)));
    change({ ways: { ...ways, [kind]: chosen } });
  };
  return (
    <Panel
      title={words('ways')}
      description={words('waysHint')}
      action={
        <Button
          size="xs"
          variant="outline"
          disabled={Object.keys(ways).length === 0}
          onClick={() => change({ ways: {} })}
        >
          {words('reset')}
        </Button>
      }
    >
      <Stack gap="4">
        <Box asChild width="100%" fontSize="sm">
          <table>
            <thead>
              <Box asChild color="fg.muted" fontSize="xs">
                <tr>
                  <Box as="th" textAlign="start" fontWeight="500" pb="2">
                    {words('about')}
                  </Box>
                  {notificationWays.map((way) => (
                    <Box as="th" key={way} fontWeight="500" pb="2" px="1" width={{ base: '14', sm: '20' }}>
                      {words(way)}
                    </Box>
                  ))}
                </tr>
              </Box>
            </thead>
            <tbody>
              {notificationKindNames.map((kind) => {
                const label = t(`${kind}_label`);
                return (
                  <Box asChild key={kind} borderTopWidth="1px">
                    <tr>
                      <Box as="th" textAlign="start" fontWeight="400" py="2" pe="2">
                        {label} {describeKind(kind).isUrgent && <Tag>{words('urgent')}</Tag>}
                      </Box>
                      {notificationWays.map((way) => (
                        <Box as="td" key={way} textAlign="center" px="1">
                          <Switch.Root
                            size="sm"
                            checked={waysOf(kind, ways).includes(way)}
                            onCheckedChange={({ checked }) => set(kind, way, checked)}
                          >
                            <Switch.HiddenInput aria-label={`${label}: ${words(way)}`} />
                            <Switch.Control />
                          </Switch.Root>
                        </Box>
                      ))}
                    </tr>
                  </Box>
                );
              })}
            </tbody>
          </table>
        </Box>
        <SwitchField
          label={words('textInMail')}
          hint={words('textInMailHint')}
          checked={textInMail}
          onChange={(on) => change({ textInMail: on })}
        />
      </Stack>
    </Panel>
  );
}

const usualHours = (): QuietHours => ({
  start: '20:00',
  end: '07:00',
  wholeDays: [],
  timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
});

function Quiet({ settings: { quietHours, urgentAlways }, change }: PartProps) {
  const set = (changed: Partial<QuietHours>): void => {
    if (quietHours) change({ quietHours: { ...quietHours, ...changed } });
  };
  return (
    <Panel title={words('quiet')} description={words('quietHint')}>
      <Stack gap="4">
        <SwitchField
          label={words('quietOn')}
          checked={quietHours !== null}
          onChange={(on) => change({ quietHours: on ? usualHours() : null })}
        />
        {quietHours && (
          <>
            <Flex gap="4" wrap="wrap">
              {(['start', 'end'] as const).map((edge) => (
                <Box asChild key={edge} fontSize="sm" fontWeight="500">
                  <label>
                    {words(edge === 'start' ? 'from' : 'until')}
                    <Input
                      type="time"
                      required
                      mt="1"
                      width="8.25rem"
                      display="block"
                      value={quietHours[edge]}
                      onChange={(event) => event.target.value && set({ [edge]: event.target.value })}
                    />
                  </label>
                </Box>
              ))}
              <Box flex="1 1 14rem" maxW="20rem">
                <TimeZoneField
                  label={settingsWords('timezone')}
                  value={quietHours.timeZone}
                  onChange={(timeZone) => set({ timeZone })}
                />
              </Box>
            </Flex>
            <Choices
              label={words('wholeDays')}
              all={weekdays.map((day) => ({ id: day, name: weekdayName(day) }))}
              chosen={quietHours.wholeDays}
              onChange={(chosen) => set({ wholeDays: weekdays.filter((day) => chosen.includes(day)) })}
            />
          </>
        )}
        <SwitchField
          label={words('urgentAlways')}
          hint={words('urgentAlwaysHint')}
          checked={urgentAlways}
          onChange={(on) => change({ urgentAlways: on })}
        />
      </Stack>
    </Panel>
  );
}
