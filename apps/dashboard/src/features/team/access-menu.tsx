import { Box, Menu, Stack } from '@chakra-ui/react';
import type { Representative, Role } from '@parley/contracts/entities';
import { changeAccess, listRepresentatives } from '@parley/contracts/routes/users';
import { resetSecondFactor } from '@parley/contracts/routes/second-factors';
import { endSessions } from '@parley/contracts/routes/sessions';
import { makePasswordLink } from '@parley/contracts/routes/sign-in';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { call } from '../../api/call.ts';
import { keyOf } from '../../api/read.ts';
import { isConflict } from '../../api/as-seen.ts';
import { useMay } from '../../forms/permissions.ts';
import { accessWords } from '../../i18n/en/access.ts';
import { builtInRoleIds } from '@parley/contracts/permissions/permissions';
import { absenceWords } from '../../i18n/en/absences.ts';
import { common } from '../../i18n/en/common.ts';
import { lazyPart } from '../../loading/part.tsx';
import { shiftWords } from '../../i18n/en/shifts.ts';
import { rolesWords } from '../../i18n/en/roles.ts';
import { teamWords } from '../../i18n/en/team.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { CopyLine } from '../../ui/copy-line.tsx';
import { DialogFrame } from '../../ui/dialog-frame.tsx';
import { ChangeEmailDialog } from './change-email-dialog.tsx';
import { MoreMenu } from '../../ui/more-menu.tsx';
import { toast } from '../../ui/toast/toasts.ts';
import { refusalOfRights } from '../../domain/users/permission-words.ts';
import { roleName } from '../../domain/users/role-names.ts';
import { roleIdOf, useRoles } from '../../domain/users/use-roles.ts';

const UserRouting = lazyPart(() => import('./user-routing.tsx'));
const Absences = lazyPart(() => import('../../domain/absences/absences.tsx'));
const Shifts = lazyPart(() => import('../../domain/absences/shifts.tsx'));

/** Shows actions for another user's account, for callers who manage access or may change profiles. */
export function AccessMenu({ member }: { member: Representative }) {
  const client = useQueryClient();
  const present = roleIdOf(member);
  const seenBy = ({ isActive }: { isActive?: boolean }) =>
    isActive === undefined ? { roleId: present } : { isActive: member.isActive !== false };
  const [asked, setAsked] = useState<
    'email' | 'routing' | 'absences' | 'shifts' | 'factor' | 'admin' | 'deactivate' | null
  >(null);
  const close = () => setAsked(null);
  const change = useMutation({
    mutationFn: (body: { role?: Role; roleId?: string; isActive?: boolean }) =>
      call(changeAccess, { params: { id: member.id }, body: { ...body, expected: seenBy(body) } }),
    onSuccess: (_, { isActive }) => {
      void client.invalidateQueries({ queryKey: keyOf(listRepresentatives) });
      const title =
        isActive === undefined
          ? teamWords('roleUpdated')
          : isActive
            ? teamWords('reactivated')
            : teamWords('deactivated');
      toast({ title: title, description: member.name });
    },
    onError: (error) => {
      toast({ title: common('updateFailed'), description: refusalOfRights(error), variant: 'destructive' });
      if (isConflict(error)) void client.invalidateQueries({ queryKey: keyOf(listRepresentatives) });
    },
    onSettled: close,
  });
  const failed = (error: Error) =>
    toast({ title: common('updateFailed'), description: refusalOfRights(error), variant: 'destructive' });
  const params = { id: member.id };
  const resetFactor = useMutation({
    mutationFn: () => call(resetSecondFactor, { params }),
    onSuccess: () => toast({ title: accessWords('factorReset'), description: member.name }),
    onError: failed,
    onSettled: close,
  });
  const link = useMutation({ mutationFn: () => call(makePasswordLink, { params }), onError: failed });
  const endTheirs = useMutation({
    mutationFn: () => call(endSessions, { params }),
    onSuccess: () => toast({ title: accessWords('sessionsEnded'), description: member.name }),
    onError: failed,
  });
  const { roles } = useRoles();
  const mayManage = useMay('access.manage');
  const mayUpdate = useMay('people.update');
  const mayStatus = useMay('people.status');
  const others = roles.filter(
    ({ id, builtIn }) => id !== present && builtIn !== 'admin' && builtIn !== 'representative',
  );
  return (
    <>
      <MoreMenu label={teamWords('accountOf', { name: member.name })} keys="o">
        {mayUpdate && (
          <Menu.Item value="email" onClick={() => setAsked('email')}>
            {teamWords('changeEmailMore')}
          </Menu.Item>
        )}
        {mayUpdate && (
          <Menu.Item value="routing" onClick={() => setAsked('routing')}>
            {teamWords('routing')}
          </Menu.Item>
        )}
        {mayStatus && (
          <Menu.Item value="shifts" onClick={() => setAsked('shifts')}>
            {shiftWords('title')}
          </Menu.Item>
        )}
        {mayStatus && (
          <Menu.Item value="absences" onClick={() => setAsked('absences')}>
            {absenceWords('title')}
          </Menu.Item>
        )}
        {mayManage && (
          <>
            <Menu.Item value="reset-factor" onClick={() => setAsked('factor')}>
              {accessWords('resetFactor')}
            </Menu.Item>
            <Menu.Item value="password-link" onClick={() => link.mutate()}>
              {accessWords('makeLink')}
            </Menu.Item>
            <Menu.Item value="end-sessions" onClick={() => endTheirs.mutate()}>
              {accessWords('endTheirs')}
            </Menu.Item>
            {present !== builtInRoleIds.admin && (
              <Menu.Item value="admin" onClick={() => setAsked('admin')}>
                {teamWords('makeAdminMore')}
              </Menu.Item>
            )}
            {present !== builtInRoleIds.representative && (
              <Menu.Item value="representative" onClick={() => change.mutate({ role: 'representative' })}>
                {teamWords('makeRepresentative')}
              </Menu.Item>
            )}
            {others.length > 0 && (
              <Menu.ItemGroup>
                <Menu.ItemGroupLabel>{rolesWords('changeRole')}</Menu.ItemGroupLabel>
                {others.map((role) => (
                  <Menu.Item key={role.id} value={role.id} onClick={() => change.mutate({ roleId: role.id })}>
                    <bdi>{roleName(role)}</bdi>
                  </Menu.Item>
                ))}
              </Menu.ItemGroup>
            )}
            {member.isActive === false ? (
              <Menu.Item value="reactivate" onClick={() => change.mutate({ isActive: true })}>
                {teamWords('reactivate')}
              </Menu.Item>
            ) : (
              <Menu.Item value="deactivate" color="fg.error" onClick={() => setAsked('deactivate')}>
                {teamWords('deactivateMore')}
              </Menu.Item>
            )}
          </>
        )}
      </MoreMenu>
      {asked === 'routing' && (
        <Suspense>
          <UserRouting member={member} onClose={close} />
        </Suspense>
      )}
      {asked === 'shifts' && (
        <DialogFrame title={shiftWords('of', { name: member.name })} onClose={close}>
          <Suspense>
            <Shifts userId={member.id} title={shiftWords('title')} />
          </Suspense>
        </DialogFrame>
      )}
      {asked === 'absences' && (
        <DialogFrame title={absenceWords('of', { name: member.name })} onClose={close}>
          <Suspense>
            <Absences userId={member.id} title={absenceWords('title')} />
          </Suspense>
        </DialogFrame>
      )}
      {asked === 'email' && <ChangeEmailDialog member={member} onClose={close} />}
      <ConfirmDialog
        open={asked === 'factor'}
        title={accessWords('resetFactorTitle')}
        confirmLabel={accessWords('reset')}
        pending={resetFactor.isPending}
        onClose={close}
        onConfirm={() => resetFactor.mutate()}
      >
        {accessWords.rich('resetFactorHint', { name: <bdi>{member.name}</bdi> })}
      </ConfirmDialog>
      {link.data && (
        <DialogFrame title={accessWords('choosePassword')} onClose={() => link.reset()}>
          <Stack gap="3">
            <Box color="fg.muted">{accessWords.rich('makeLinkHint', { name: <bdi>{member.name}</bdi> })}</Box>
            <CopyLine text={link.data.url} label={accessWords('copyLink')} />
          </Stack>
        </DialogFrame>
      )}
      <ConfirmDialog
        open={asked === 'admin'}
        title={teamWords('makeAdmin')}
        confirmLabel={teamWords('makeAdmin')}
        pending={change.isPending}
        onClose={close}
        onConfirm={() => change.mutate({ role: 'admin' })}
      >
        {teamWords.rich('makeAdminHint', { name: <bdi>{member.name}</bdi> })}
      </ConfirmDialog>
      <ConfirmDialog
        open={asked === 'deactivate'}
        title={teamWords('deactivateAccount')}
        confirmLabel={teamWords('deactivate')}
        pending={change.isPending}
        onClose={close}
        onConfirm={() => change.mutate({ isActive: false })}
      >
        {teamWords.rich('deactivateHint', { name: <bdi>{member.name}</bdi> })}
      </ConfirmDialog>
    </>
  );
}
