import { Box, Button, Skeleton } from '@chakra-ui/react';
import { listPushDevices, removePushDevice, testPushDevice, updatePushDevice } from '@parley/contracts/routes/push';
import { pushContents } from '@parley/contracts/users/limits';
import type { PushDevice } from '@parley/contracts/users/push';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { alwaysFresh, keyOf, read } from '../../api/read.ts';
import { useMe } from '../../auth/auth.tsx';
import { pushWords } from '../../i18n/en/push.ts';
import { t } from '../../i18n/server-text.ts';
import { isPushUser } from '../../loading/push-user.ts';
import { Awaited } from '../../ui/awaited.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Select, SwitchField } from '../../ui/fields.tsx';
import { Panel } from '../../ui/panel.tsx';
import { pausedWhile } from '../../ui/paused-while.ts';
import { Tag } from '../../ui/tag.tsx';
import { Time } from '../../ui/time.tsx';
import { toastFailure } from '../../ui/toast/failure.ts';
import { toast } from '../../ui/toast/toasts.ts';
import { isShown, obstacle, testSeconds, turnOff, turnOn } from './subscription.ts';

/** Lists the devices of the user that receive push notifications, with a switch for this browser. */
export function PushSettings() {
  const me = useMe();
  const client = useQueryClient();
  const devices = useQuery({ ...read(listPushDevices, { params: { id: me.id } }), ...alwaysFresh });
  const refresh = () => client.invalidateQueries({ queryKey: keyOf(listPushDevices, { params: { id: me.id } }) });
  const current = devices.data?.devices.find(({ isCurrent }) => isCurrent);
  const isOn = isPushUser(me.id) && current !== undefined;
  const turn = useMutation({
    mutationFn: async (on: boolean) => {
      if (on) return void (await turnOn(me));
      await turnOff();
      if (current) await call(removePushDevice, { params: { id: me.id, deviceId: current.id } });
    },
    onError: (error) => toastFailure(error),
    onSettled: refresh,
  });
  const reason = isOn ? undefined : obstacle();
  return (
    <Panel title={pushWords('title')} description={pushWords('hint')}>
      <SwitchField
        label={pushWords('thisDevice')}
        hint={reason}
        checked={turn.isPending ? turn.variables : isOn}
        disabled={reason !== undefined || devices.isPending || turn.isPending}
        onChange={(on) => turn.mutate(on)}
      />
      {devices.isPending && <Skeleton height="3rem" mt="4" />}
      <Awaited read={devices} />
      {devices.data && devices.data.devices.length > 0 && (
        <Box as="ul" listStyleType="none" mt="4" borderTopWidth="1px">
          {devices.data.devices.map((device) => (
            <Device key={device.id} device={device} onChanged={refresh} />
          ))}
        </Box>
      )}
    </Panel>
  );
}

function Device({ device, onChanged }: { device: PushDevice; onChanged: () => Promise<void> }) {
  const { id } = useMe();
  const params = { id, deviceId: device.id };
  const setContent = useMutation({
    mutationFn: (content: PushDevice['content']) => call(updatePushDevice, { params, body: { content } }),
    onError: (error) => toastFailure(error),
    onSettled: onChanged,
  });
  const remove = useMutation({
    mutationFn: async () => {
      await call(removePushDevice, { params });
      if (device.isCurrent) await turnOff();
    },
    onSuccess: () => toast({ title: pushWords('removed') }),
    onError: (error) => toastFailure(error),
    onSettled: onChanged,
  });
  const test = useMutation({
    mutationFn: () => sendTest(params, device.isCurrent),
    onSuccess: ({ success, words }) =>
      toast(
        success
          ? { title: pushWords('accepted'), description: words }
          : { title: pushWords('testFailed'), description: words, variant: 'destructive' },
      ),
    onError: (error) => toastFailure(error),
    onSettled: onChanged,
  });
  return (
    <Box
      as="li"
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      columnGap="3"
      rowGap="2"
      py="3"
      borderBottomWidth="1px"
      _last={{ borderBottomWidth: '0', pb: '0' }}
    >
      <Box flex="1 1 14rem" minW="0">
        <Box fontWeight="500" fontSize="sm" overflowWrap="anywhere">
          {device.name} {device.isCurrent && <Tag tone="green">{pushWords('isThis')}</Tag>}
        </Box>
        <Box color={device.failure ? 'fg.error' : 'fg.muted'} fontSize="sm" overflowWrap="anywhere" data-numbers>
          <Facts>
            {device.failure ? t(device.failure.localized, device.failure.message) : lastSent(device)}
            {!device.failure && device.service}
          </Facts>
        </Box>
      </Box>
      <Box width={{ base: 'full', md: '11rem' }}>
        <Select
          aria-label={pushWords('shows', { device: device.name })}
          value={setContent.isPending ? setContent.variables : device.content}
          options={pushContents.map((value) => ({ value, label: pushWords(value) }))}
          onChange={(content) => setContent.mutate(content)}
        />
      </Box>
      <Button size="xs" variant="outline" {...pausedWhile(test.isPending, () => test.mutate())}>
        {pushWords('sendTest')}
      </Button>
      <Button size="xs" variant="outline" {...pausedWhile(remove.isPending, () => remove.mutate())}>
        {pushWords('remove')}
      </Button>
    </Box>
  );
}

const lastSent = ({ lastSentAt }: PushDevice) =>
  lastSentAt ? pushWords.rich('lastSent', { time: <Time at={lastSentAt} /> }) : pushWords('neverSent');

/** Sends a test; for this browser waits until its worker has shown it. The words name the part that failed. */
async function sendTest(
  params: { id: string; deviceId: string },
  isCurrent: boolean,
): Promise<{ success: boolean; words: string }> {
  if (isCurrent && Notification.permission !== 'granted') return { success: false, words: pushWords('blocked') };
  const shown = isCurrent ? isShown() : undefined;
  const answer = await call(testPushDevice, { params });
  if (!answer.success || !shown) return { success: answer.success, words: t(answer.localized, answer.message) };
  return (await shown)
    ? { success: true, words: pushWords('arrived') }
    : { success: false, words: pushWords('notShown', { seconds: testSeconds }) };
}
