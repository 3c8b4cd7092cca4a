import { Button, Stack } from '@chakra-ui/react';
import { useCommands } from '../../commands/commands.ts';
import { useSound } from '../../live/notification-settings.ts';
import { common } from '../../i18n/en/common.ts';
import { forms } from '../../i18n/en/forms.ts';
import { settingsWords } from '../../i18n/en/settings.ts';
import { setPreference, usePreferences } from '../../preferences/preferences.ts';
import { SwitchField } from '../../ui/fields.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toast/toasts.ts';

/** Asks the browser before the switch stays on: a switch that does nothing is worse than one that is off. */
async function switchDesktop(on: boolean): Promise<void> {
  // Already on while the browser asks: a switch that never moved could not be moved back.
  setPreference('desktopNotifications', on);
  const allowed = on && 'Notification' in window && (await Notification.requestPermission()) === 'granted';
  setPreference('desktopNotifications', allowed);
  if (allowed === on) toast({ title: forms('settingsUpdated') });
  else
    toast({
      title: common('updateFailed'),
      description: settingsWords('notAllowed'),
      variant: 'destructive',
    });
}

interface NotificationSettingsProps {
  /** Plays the sound as a test. */
  onTestSound: () => void;
}

/** Per browser: docs/product.md#settings. */
export function NotificationSettings({ onTestSound }: NotificationSettingsProps) {
  const { desktopNotifications } = usePreferences();
  const { sound, toggle } = useSound();
  useCommands([
    { id: 'sound:test', label: settingsWords('testSound'), group: 'General', keys: 'x t', run: onTestSound },
  ]);
  return (
    <Panel
      title={settingsWords('notifications')}
      description={settingsWords('notificationsHint')}
      action={
        <Button size="xs" variant="outline" onClick={onTestSound}>
          {settingsWords('testSound')}
        </Button>
      }
    >
      <Stack gap="4">
        <SwitchField
          label={settingsWords('desktop')}
          hint={settingsWords('desktopHint')}
          checked={desktopNotifications}
          onChange={(on) => void switchDesktop(on)}
        />
        <SwitchField
          label={settingsWords('sound')}
          hint={settingsWords('soundHint')}
          checked={sound}
          onChange={toggle}
        />
      </Stack>
    </Panel>
  );
}
