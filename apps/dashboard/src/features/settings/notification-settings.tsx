import { Button, Stack } from '@chakra-ui/react';
import { useCommands } from '../../commands/commands.ts';
import { setPreference, usePreferences } from '../../preferences/preferences.ts';
import { SwitchField } from '../../ui/fields.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toast/toasts.ts';

/** Asks the browser before the switch stays on: a switch that does nothing is worse than one that is off. */
async function switchDesktop(on: boolean): Promise<void> {
  // On while the browser asks: a switch that never moved could not be moved back.
  setPreference('desktopNotifications', on);
  const allowed = on && 'Notification' in window && (await Notification.requestPermission()) === 'granted';
  setPreference('desktopNotifications', allowed);
  if (on && !allowed)
    toast({
      title: 'Update failed',
      description: 'The browser does not allow notifications for this address. Allow them in its site settings.',
      variant: 'destructive',
    });
}

interface NotificationSettingsProps {
  /** Plays the sound, to hear it. */
  onTestSound: () => void;
}

/** Per browser: docs/product.md#settings. */
export function NotificationSettings({ onTestSound }: NotificationSettingsProps) {
  const { desktopNotifications, sound } = usePreferences();
  useCommands([{ id: 'sound:test', label: 'Test sound', group: 'General', keys: 'x t', run: onTestSound }]);
  return (
    <Panel
      title="Notifications"
      description="For this browser. Of several open tabs, one notifies."
      action={
        <Button size="xs" variant="outline" onClick={onTestSound}>
          Test sound
        </Button>
      }
    >
      <Stack gap="4">
        <SwitchField
          label="Desktop notifications"
          hint="When a customer writes to you, or a person is needed, and you look elsewhere."
          checked={desktopNotifications}
          onChange={(on) => void switchDesktop(on)}
        />
        <SwitchField
          label="Sound notifications"
          hint="Two soft notes at the same moments."
          checked={sound}
          onChange={(on) => setPreference('sound', on)}
        />
      </Stack>
    </Panel>
  );
}
