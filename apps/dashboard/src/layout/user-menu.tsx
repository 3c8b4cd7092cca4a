import { Box, Center, Menu } from '@chakra-ui/react';
import type { Availability } from '@parley/contracts/entities';
import { availabilities } from '@parley/contracts/entities';
import { Download, Forward, LogOut, Monitor, Moon, Settings, Sun, UserRound } from 'lucide-react';
import { Suspense, useState, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router-dom';
import { useAuth, useMe } from '../auth/auth.tsx';
import { useCommands } from '../commands/commands.ts';
import { useSetAvailability } from '../live/availability.ts';
import { Avatar } from '../ui/avatar.tsx';
import { StatusDot } from '../ui/tag.tsx';
import { chooseColourMode, type ColourMode, useColourMode } from '../theme/colour-mode.ts';
import { MenuKey } from '../ui/menu-key.tsx';
import styles from './layout.module.css';
import { layout } from '../i18n/en/layout.ts';
import { routingWords } from '../i18n/en/routing.ts';
import { useMay } from '../forms/permissions.ts';
import { install, installPrompt, onInstallPrompt } from '../loading/install-prompt.ts';
import { lazyPart } from '../loading/part.tsx';

const HandOver = lazyPart(() => import('../features/bulk/hand-over.tsx'));

const modes = (): readonly { mode: ColourMode; label: string; icon: typeof Sun }[] => [
  { mode: 'system', label: layout('systemColours'), icon: Monitor },
  { mode: 'light', label: layout('light'), icon: Sun },
  { mode: 'dark', label: layout('dark'), icon: Moon },
];
const availabilityKeys: Record<Availability, string> = { online: 's o', busy: 's b', offline: 's f' };
const availabilityWords = { online: 'online', busy: 'busy', offline: 'away' } as const;
const wordsFor = (status: Availability): string => layout(availabilityWords[status]);

export function UserMenu() {
  const me = useMe();
  const { logout } = useAuth();
  const navigate = useNavigate();
  const mode = useColourMode();
  const setAvailability = useSetAvailability();
  const [isHandingOver, setHandingOver] = useState(false);
  const offer = useSyncExternalStore(onInstallPrompt, installPrompt);
  const mayUpdate = useMay('conversations.update');
  const mayHandOver = useMay('conversations.assign') && mayUpdate;
  const become = (status: Availability) => setAvailability.mutate({ id: me.id, status });

  useCommands([
    ...availabilities.map((status) => ({
      id: `availability:${status}`,
      label: layout('setStatus', { status: wordsFor(status) }),
      group: 'Me' as const,
      keys: availabilityKeys[status],
      run: () => become(status),
    })),
    ...(mayHandOver
      ? [
          {
            id: 'hand-over',
            label: routingWords('handOver'),
            group: 'Me' as const,
            run: () => setHandingOver(true),
          },
        ]
      : []),
    { id: 'logout', label: layout('logOut'), group: 'Me', keys: 's l', run: () => logout.mutate() },
  ]);

  return (
    <Menu.Root positioning={{ placement: 'bottom-end' }}>
      <Menu.Trigger asChild>
        <button type="button" className={styles.user}>
          <Avatar name={me.name} imageUrl={me.profileImageUrl} size="sm" status={me.status} />
          <span className="sr-only">{layout('accountOf', { name: me.name })}</span>
        </button>
      </Menu.Trigger>
      <Menu.Positioner>
        <Menu.Content minW="14.375rem" borderRadius="lg">
          <Box px="2.5" py="2">
            <Box fontWeight="600" overflow="hidden" textOverflow="ellipsis">
              {me.name}
            </Box>
            <Box color="fg.muted" fontSize="xs" overflow="hidden" textOverflow="ellipsis">
              {me.email}
            </Box>
          </Box>
          <Menu.Separator />
          <Menu.RadioItemGroup value={me.status} aria-label={layout('status')}>
            {availabilities.map((status) => (
              <Menu.RadioItem key={status} value={status} onClick={() => become(status)}>
                <Center width="3.5">
                  <StatusDot status={status} />
                </Center>
                {wordsFor(status)}
                <Menu.ItemIndicator />
                <MenuKey of={[`availability:${status}`]} />
              </Menu.RadioItem>
            ))}
          </Menu.RadioItemGroup>
          <Menu.Separator />
          <Menu.RadioItemGroup value={mode} aria-label={layout('colours')}>
            {modes().map(({ mode: each, label, icon: Icon }) => (
              <Menu.RadioItem key={each} value={each} onClick={() => chooseColourMode(each)}>
                <Icon size={15} aria-hidden />
                {label}
                <Menu.ItemIndicator />
                <MenuKey of={[`mode:${each}`]} />
              </Menu.RadioItem>
            ))}
          </Menu.RadioItemGroup>
          <Menu.Separator />
          {mayHandOver && (
            <Menu.Item value="hand-over" ps="8" onClick={() => setHandingOver(true)}>
              <Forward size={15} aria-hidden />
              {routingWords('handOver')}
            </Menu.Item>
          )}
          {offer && (
            <Menu.Item value="install" ps="8" onClick={install}>
              <Download size={15} aria-hidden />
              {layout('install')}
            </Menu.Item>
          )}
          <Menu.Item value="profile" ps="8" onClick={() => void navigate('/settings?tab=profile')}>
            <UserRound size={15} aria-hidden />
            {layout('profile')}
          </Menu.Item>
          <Menu.Item value="settings" ps="8" onClick={() => void navigate('/settings')}>
            <Settings size={15} aria-hidden />
            {layout('settings')}
            <MenuKey of={['go:/settings']} />
          </Menu.Item>
          <Menu.Item value="logout" ps="8" onClick={() => logout.mutate()}>
            <LogOut size={15} aria-hidden />
            {layout('logOut')}
            <MenuKey of={['logout']} />
          </Menu.Item>
        </Menu.Content>
      </Menu.Positioner>
      {isHandingOver && (
        <Suspense>
          <HandOver onClose={() => setHandingOver(false)} />
        </Suspense>
      )}
    </Menu.Root>
  );
}
