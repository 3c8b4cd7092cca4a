import { Box, Button, Dialog, Stack } from '@chakra-ui/react';
import type { Role } from '@parley/contracts/entities';
import { invitationDays } from '@parley/contracts/limits';
import { invite, listInvitations, revokeInvitation } from '@parley/contracts/routes/people';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { keyOf, read } from '../../api/read.ts';
import { useCommands } from '../../commands/commands.ts';
import { teamWords } from '../../i18n/en/team.ts';
import { useNow } from '../../ui/clock.ts';
import { CopyLine } from '../../ui/copy-line.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { DialogCross } from '../../ui/dialog-frame.tsx';
import { OverPage } from '../../ui/over.tsx';
import { pausedWhile } from '../../ui/paused-while.ts';
import { Time } from '../../ui/time.tsx';
import { dayName } from '../../ui/times.ts';
import { toast } from '../../ui/toast/toasts.ts';
import { refusalOfRights } from '../../domain/people/permission-words.ts';
import { roleName } from '../../domain/people/role-names.ts';
import { useRoles } from '../../domain/people/use-roles.ts';
import { toastFailure } from '../../ui/toast/failure.ts';

const roleNames = { representative: 'representative', admin: 'admin' } as const satisfies Record<Role, string>;

/** Makes single-use links for new colleagues, and takes open ones back. */
export function InviteButton() {
  const [open, setOpen] = useState(false);
  useCommands([
    { id: 'invite', label: teamWords('inviteColleague'), group: 'General', keys: 'n', run: () => setOpen(true) },
  ]);
  return (
    <Dialog.Root open={open} onOpenChange={(change) => setOpen(change.open)} lazyMount unmountOnExit>
      <Dialog.Trigger asChild>
        <Button>
          <UserPlus size={15} aria-hidden />
          {teamWords('invite')}
        </Button>
      </Dialog.Trigger>
      <OverPage>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content borderRadius="xl">
            <Dialog.Header>
              <Dialog.Title fontSize="lg">{teamWords('inviteColleague')}</Dialog.Title>
            </Dialog.Header>
            <DialogCross />
            <Dialog.Body pb="6">
              <Invite />
              <OpenInvitations />
            </Dialog.Body>
          </Dialog.Content>
        </Dialog.Positioner>
      </OverPage>
    </Dialog.Root>
  );
}

function Invite() {
  const client = useQueryClient();
  const { roles } = useRoles();
  const [chosen, setRole] = useState<string>('representative');
  const others = roles.filter(({ builtIn }) => builtIn !== 'admin' && builtIn !== 'representative');
  const make = useMutation({
    mutationFn: () =>
      call(invite, { body: chosen === 'admin' || chosen === 'representative' ? { role: chosen } : { roleId: chosen } }),
    onSuccess: () => void client.invalidateQueries({ queryKey: keyOf(listInvitations) }),
    onError: (error) =>
      toast({ title: teamWords('invitationFailed'), description: refusalOfRights(error), variant: 'destructive' }),
  });
  return (
    <Stack gap="3">
      <Box color="fg.muted" fontSize="sm">
        {teamWords('linkHint', { count: invitationDays })}
      </Box>
      <Box display="flex" gap="2" alignItems="flex-end">
        <SelectField
          label={teamWords('role')}
          value={chosen}
          options={[
            { value: 'representative', label: teamWords('representative') },
            { value: 'admin', label: teamWords('admin') },
            ...others.map((role) => ({ value: role.id, label: roleName(role) })),
          ]}
          onChange={setRole}
        />
        <Button {...pausedWhile(make.isPending, () => make.mutate())}>{teamWords('createLink')}</Button>
      </Box>
      {make.data && <CopyLine text={make.data.url} label={teamWords('copyLink')} />}
    </Stack>
  );
}

function OpenInvitations() {
  const client = useQueryClient();
  const invitations = useQuery(read(listInvitations, {}));
  const revoke = useMutation({
    mutationFn: (id: string) => call(revokeInvitation, { params: { id } }),
    onSuccess: () => void client.invalidateQueries({ queryKey: keyOf(listInvitations) }),
    onError: (error) => toastFailure(error),
  });
  const { roles } = useRoles();
  const nameOf = (roleId: string | undefined) => {
    const found = roles.find(({ id }) => id === roleId);
    return found && roleName(found);
  };
  const now = useNow();
  const open = invitations.data?.filter(({ usedAt, expiresAt }) => !usedAt && Date.parse(expiresAt) > now) ?? [];
  if (open.length === 0) return null;
  return (
    <Box mt="5">
      <Box fontWeight="600" fontSize="sm" mb="1">
        {teamWords('openInvitations')}
      </Box>
      <Box as="ul" listStyleType="none">
        {open.map(({ id, role, roleId, createdAt, expiresAt }) => (
          <Box as="li" key={id} display="flex" alignItems="center" gap="2" py="1" fontSize="sm">
            <Box flex="1">
              {teamWords.rich('openInvitation', {
                role: nameOf(roleId) ?? teamWords(roleNames[role]),
                time: <Time at={createdAt} />,
                day: dayName(expiresAt, now),
              })}
            </Box>
            <Button size="2xs" variant="outline" {...pausedWhile(revoke.isPending, () => revoke.mutate(id))}>
              {teamWords('takeBack')}
            </Button>
          </Box>
        ))}
      </Box>
    </Box>
  );
}
