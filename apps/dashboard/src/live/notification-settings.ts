/** Reads and changes the choices of the user about notifications, the same on every device. */
import { defaultNotificationSettings, type NotificationSettings } from '@parley/contracts/notifications/notification';
import { readNotificationSettings, updateNotificationSettings } from '@parley/contracts/routes/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { keyOf, useRead } from '../api/read.ts';
import { toastFailure } from '../ui/toast/failure.ts';

const key = keyOf(readNotificationSettings);

/** Returns the choices, and a function that changes some of them at once. */
export function useNotificationSettings() {
  const client = useQueryClient();
  const { data: settings, error, refetch } = useRead(readNotificationSettings, {});
  const { mutate: change } = useMutation({
    mutationFn: (body: Partial<NotificationSettings>) => call(updateNotificationSettings, { body }),
    async onMutate(body) {
      await client.cancelQueries({ queryKey: key });
      client.setQueryData<NotificationSettings>(key, (known) => known && { ...known, ...body });
    },
    onError: (failure) => toastFailure(failure),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
  return { settings, error, retry: () => void refetch(), change };
}

/** Returns whether sounds play, and a function that turns them on or off. */
export function useSound(): { sound: boolean; toggle: () => void } {
  const { settings = defaultNotificationSettings, change } = useNotificationSettings();
  return { sound: settings.sound, toggle: () => change({ sound: !settings.sound }) };
}
