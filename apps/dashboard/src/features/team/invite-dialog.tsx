import { Box, Button, Dialog, Stack } from '@chakra-ui/react';
import type { Invitation, Role } from '@parley/contracts/entities';
import { invitationDays } from '@parley/contracts/users/limits';
import { invite, listInvitations, resendInvitation, revokeInvitation } from '@parley/contracts/routes/users';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Mail, UserPlus } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { faultOf } from '../../api/call-error.ts';
import { call } from '../../api/call.ts';
import { keyOf, read } from '../../api/read.ts';
import { useCommands } from '../../commands/commands.ts';
import { teamWords } from '../../i18n/en/team.ts';
import { useNow } from '../../ui/clock.ts';
import { CopyLine } from '../../ui/copy-line.tsx';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { DialogCross } from '../../ui/dialog-frame.tsx';
import { OverPage } from '../../ui/over.tsx';
import { pausedWhile } from '../../ui/paused-while.ts';
import { Time } from '../../ui/time.tsx';
import { dayName } from '../../ui/times.ts';
import { toast } from '../../ui/toast/toasts.ts';
import { refusalOfRights } from '../../domain/users/permission-words.ts';
import { roleName } from '../../domain/users/role-names.ts';
import { useRoles } from '../../domain/users/use-roles.ts';
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
              <Invitations />
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
  const [email, setEmail] = useState('');
  const [sentTo, setSentTo] = useState('');
  const others = roles.filter(({ builtIn }) => builtIn !== 'admin' && builtIn !== 'representative');
  const make = useMutation({
    mutationFn: () =>
      call(invite, {
        body: {
          ...(chosen === 'admin' || chosen === 'representative' ? { role: chosen } : { roleId: chosen }),
          ...(email.trim() !== '' && { email: email.trim() }),
        },
      }),
    onSuccess: () => {
      setSentTo(email.trim());
      setEmail('');
      void client.invalidateQueries({ queryKey: keyOf(listInvitations) });
    },
    onError: (error) =>
      toast({ title: teamWords('invitationFailed'), description: refusalOfRights(error), variant: 'destructive' }),
  });
  return (
    <Stack gap="3">
      <Box color="fg.muted" fontSize="sm">
        {teamWords('linkHint', { count: invitationDays })}
      </Box>
      <Box
        as="form"
        display="flex"
        flexWrap="wrap"
        gap="2"
        alignItems="flex-end"
        onSubmit={(event) => {
          event.preventDefault();
          if (!make.isPending) make.mutate();
        }}
      >
        <Box flex="1" minW="12rem">
          <TextField
            label={teamWords('emailOptional')}
            type="email"
            autoComplete="off"
            value={email}
            error={faultOf(make.error, 'email')}
            onChange={(event) => setEmail(event.target.value)}
          />
        </Box>
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
        <Button type="submit" {...pausedWhile(make.isPending)}>
          {email.trim() === '' ? teamWords('createLink') : teamWords('sendInvitation')}
        </Button>
      </Box>
      {make.data && (
        <>
          {sentTo !== '' && (
            <Box role="status" fontSize="sm">
              {make.data.isMailed ? teamWords('invitationSent', { email: sentTo }) : teamWords('notMailed')}
            </Box>
          )}
          <CopyLine text={make.data.url} label={teamWords('copyLink')} />
          {!make.data.isMailed && (
            <Box>
              <Button asChild size="xs" variant="outline">
                <a href={mailFor(make.data.url, sentTo)}>
                  <Mail size={14} aria-hidden />
                  {teamWords('sendByMail')}
                </a>
              </Button>
            </Box>
          )}
        </>
      )}
    </Stack>
  );
}

/** Returns a link that opens the user's own mail program with the invitation. */
const mailFor = (url: string, to: string): string =>
  `mailto:${encodeURIComponent(to)}?subject=${encodeURIComponent(teamWords('mailSubject'))}&body=${encodeURIComponent(
    `${teamWords('mailBody', { count: invitationDays })}\n\n${url}`,
  )}`;

/** Number of used invitations that are listed. */
const mostUsed = 5;

function Invitations() {
  const client = useQueryClient();
  const invitations = useQuery(read(listInvitations, {}));
  const revoke = useMutation({
    mutationFn: (id: string) => call(revokeInvitation, { params: { id } }),
    onSuccess: () => void client.invalidateQueries({ queryKey: keyOf(listInvitations) }),
    onError: (error) => toastFailure(error),
  });
  const resend = useMutation({
    mutationFn: (id: string) => call(resendInvitation, { params: { id } }),
    onSuccess: () => void client.invalidateQueries({ queryKey: keyOf(listInvitations) }),
    onError: (error) =>
      toast({ title: teamWords('invitationFailed'), description: refusalOfRights(error), variant: 'destructive' }),
  });
  const { roles } = useRoles();
  const nameOf = ({ role, roleId }: Invitation) => {
    const found = roles.find(({ id }) => id === roleId);
    return found ? roleName(found) : teamWords(roleNames[role]);
  };
  const now = useNow();
  const used = invitations.data?.filter(({ usedBy }) => usedBy !== null).slice(0, mostUsed) ?? [];
  const open = invitations.data?.filter(({ usedAt, expiresAt }) => !usedAt && Date.parse(expiresAt) > now) ?? [];
  return (
    <>
      <InvitationList title={teamWords('openInvitations')}>
        {open.map((invitation) => (
          <Box as="li" key={invitation.id} display="flex" alignItems="center" gap="2" py="1">
            <Box flex="1">
              {invitation.email === null
                ? teamWords.rich('openInvitation', {
                    role: nameOf(invitation),
                    time: <Time at={invitation.createdAt} />,
                    day: dayName(invitation.expiresAt, now),
                  })
                : teamWords.rich(invitation.mailedAt === null ? 'openMailInvitation' : 'mailedInvitation', {
                    email: <bdi>{invitation.email}</bdi>,
                    role: nameOf(invitation),
                    time: <Time at={invitation.mailedAt ?? invitation.createdAt} />,
                    day: dayName(invitation.expiresAt, now),
                  })}
            </Box>
            {invitation.email !== null && (
              <Button
                size="2xs"
                variant="outline"
                {...pausedWhile(resend.isPending, () => resend.mutate(invitation.id))}
              >
                {teamWords('resend')}
              </Button>
            )}
            <Button size="2xs" variant="outline" {...pausedWhile(revoke.isPending, () => revoke.mutate(invitation.id))}>
              {teamWords('takeBack')}
            </Button>
          </Box>
        ))}
      </InvitationList>
      <InvitationList title={teamWords('usedInvitations')}>
        {used.map((invitation) => (
          <Box as="li" key={invitation.id} py="1">
            {teamWords.rich('usedInvitation', {
              role: nameOf(invitation),
              name: <bdi>{invitation.usedBy}</bdi>,
              time: <Time at={invitation.usedAt ?? invitation.createdAt} />,
            })}
          </Box>
        ))}
      </InvitationList>
    </>
  );
}

function InvitationList({ title, children }: { title: string; children: ReactNode[] }) {
  const id = useId();
  if (children.length === 0) return null;
  return (
    <Box mt="5">
      <Box id={id} fontWeight="600" fontSize="sm" mb="1">
        {title}
      </Box>
      <Box as="ul" aria-labelledby={id} listStyleType="none" fontSize="sm">
        {children}
      </Box>
    </Box>
  );
}
