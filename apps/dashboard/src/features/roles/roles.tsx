import { Box, Button, Stack } from '@chakra-ui/react';
import { type Permission, permissions, wholeInstallation } from '@parley/contracts/permissions/permissions';
import { grantable, grantOf, scopes, type Scope } from '@parley/contracts/permissions/rights';
import type { RoleBundle } from '@parley/contracts/permissions/roles';
import { listRepresentatives } from '@parley/contracts/routes/users';
import { addRole, deleteRole, listRoles, updateRole } from '@parley/contracts/routes/roles';
import { useQueryClient } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { call } from '../../api/call.ts';
import { keyOf, useRead } from '../../api/read.ts';
import { useRowKeys } from '../../commands/rows.ts';
import { conflictWords, seenOf } from '../../api/as-seen.ts';
import { useMay } from '../../forms/permissions.ts';
import { useSaveItem } from '../../forms/save-item.ts';
import { common } from '../../i18n/en/common.ts';
import { rolesWords } from '../../i18n/en/roles.ts';
import { listed } from '../../i18n/language.ts';
import { setPreference } from '../../preferences/preferences.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { DeleteDialog } from '../../ui/delete-dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { FormFoot } from '../../ui/form-foot.tsx';
import { ItemForm } from '../../ui/item-form.tsx';
import { ItemLine, ItemsPanel } from '../../ui/items-panel.tsx';
import { useChangeGrants } from '../../domain/users/grants.ts';
import { PermissionGrid } from '../../domain/users/permission-grid.tsx';
import { permissionWords, refusalOfRights } from '../../domain/users/permission-words.ts';
import { roleHint, roleName, scopeName } from '../../domain/users/role-names.ts';
import { roleIdOf } from '../../domain/users/use-roles.ts';
import { NameField } from './name-field.tsx';

/**
 * Lists the roles with their permissions and conversations: those that come with the product, and the installation's
 * own.
 */
export function Roles() {
  const mayChange = useMay('access.manage');
  const roles = useRead(listRoles, {});
  const team = useRead(listRepresentatives, {}).data ?? [];
  const [deleting, setDeleting] = useState<RoleBundle | null>(null);
  const [copied, setCopied] = useState<RoleBundle | null>(null);
  const whoHas = ({ id }: RoleBundle) => team.filter((member) => roleIdOf(member) === id).map(({ name }) => name);
  useRowKeys(mayChange ? { e: common('edit'), '#': rolesWords('deleteRole') } : {});
  return (
    <>
      {copied && (
        <Box borderWidth="1px" borderRadius="xl" bg="bg" mb="4">
          <RoleForm like={copied} count={0} onDone={() => setCopied(null)} />
        </Box>
      )}
      <ItemsPanel
        title={rolesWords('roles')}
        description={rolesWords('rolesAbout')}
        add={mayChange ? { id: 'role:add', label: rolesWords('addRole') } : undefined}
        items={roles}
        empty={{ icon: ShieldCheck, title: rolesWords('noRoles'), hint: rolesWords('noRolesHint') }}
        renderForm={(role, onDone) =>
          role?.builtIn ? (
            <BuiltInRole role={role} count={whoHas(role).length} onDone={onDone} />
          ) : (
            <RoleForm role={role} count={role ? whoHas(role).length : 0} onDone={onDone} />
          )
        }
      >
        {(role, onEdit) => {
          const names = whoHas(role);
          const copy = mayChange && (
            <Button size="2xs" variant="ghost" onClick={() => setCopied(role)}>
              {rolesWords('copy')}
            </Button>
          );
          return (
            <ItemLine
              change={
                role.builtIn
                  ? {
                      onEdit,
                      editLabel: rolesWords(
                        mayChange && role.builtIn === 'representative' ? 'changePermissions' : 'look',
                      ),
                      others: copy,
                    }
                  : mayChange
                    ? { onEdit, onDelete: () => setDeleting(role), others: copy }
                    : undefined
              }
            >
              <Box display="flex" flexWrap="wrap" alignItems="center" columnGap="2">
                <Box as="bdi" fontWeight="500">
                  {roleName(role)}
                </Box>
                <Box color="fg.muted" textStyle="xs" data-numbers title={names.join(', ')}>
                  <Facts>
                    {names.length === 0 ? rolesWords('hadByNobody') : rolesWords('had', { count: names.length })}
                    {scopeName(role.scope)}
                  </Facts>
                </Box>
              </Box>
              {role.builtIn && (
                <Box color="fg.muted" textStyle="sm">
                  {roleHint(role)}
                </Box>
              )}
            </ItemLine>
          );
        }}
      </ItemsPanel>
      <DeleteRole role={deleting} onClose={() => setDeleting(null)} />
    </>
  );
}

/** Shows a role that comes with the product. Only what admins grant to representatives can be changed in one. */
function BuiltInRole({ role, count, onDone }: { role: RoleBundle; count: number; onDone: () => void }) {
  const mayChange = useMay('access.manage') && role.builtIn === 'representative';
  const grants = useChangeGrants();
  const [asked, setAsked] = useState<keyof typeof grantable | null>(null);
  useEffect(() => {
    if (mayChange) setPreference('rightsReviewed', true);
  }, [mayChange]);
  const save = (chosen: Permission[]) => {
    const changed = permissions.find((each) => chosen.includes(each) !== role.permissions.includes(each));
    const grant = changed && grantOf(changed);
    if (!grant) return;
    if (chosen.includes(grantable[grant])) setAsked(grant);
    else grants.set(grant, false);
  };
  const close = () => setAsked(null);
  return (
    <Stack gap="4" p="4">
      <Box fontWeight="600">{roleName(role)}</Box>
      <PermissionGrid
        chosen={role.permissions}
        isWhole={role.scope === 'everything'}
        onChange={mayChange ? save : undefined}
        isChangeable={(permission) => grantOf(permission) !== undefined && !grants.isPending}
      />
      <FormFoot>
        <Button size="sm" variant="outline" onClick={onDone}>
          {rolesWords('close')}
        </Button>
      </FormFoot>
      <Granting
        what={asked ? [grantable[asked]] : []}
        to={roleName(role)}
        count={count}
        isPending={grants.isPending}
        onClose={close}
        onConfirm={() => {
          if (asked) grants.set(asked, true, close);
        }}
      />
    </Stack>
  );
}

interface GrantingProps {
  /** Permissions that are given; without any, nothing is asked. */
  what: readonly Permission[];
  to: string;
  /** Number of people who have the role. */
  count: number;
  isPending: boolean;
  onClose: () => void;
  onConfirm: () => void;
}

/** Asks before people get more permissions. */
function Granting({ what, to, count, isPending, onClose, onConfirm }: GrantingProps) {
  return (
    <ConfirmDialog
      open={what.length > 0}
      title={rolesWords('grantTitle', { role: to })}
      confirmLabel={rolesWords('grant')}
      pending={isPending}
      onClose={onClose}
      onConfirm={onConfirm}
    >
      {rolesWords('grantHint', { count, permissions: listed(what.map(permissionWords)) })}
    </ConfirmDialog>
  );
}

interface RoleFormProps {
  role?: RoleBundle | undefined;
  /** Number of people who have it. */
  count: number;
  /** Role that a new one is copied from. */
  like?: RoleBundle;
  onDone: () => void;
}

function RoleForm({ role, like, count, onDone }: RoleFormProps) {
  const from = role ?? like;
  const [name, setName] = useState(role?.name ?? (like ? rolesWords('copyOf', { name: roleName(like) }) : ''));
  const [scope, setScope] = useState<Scope>(from?.scope ?? 'everything');
  const [chosen, setChosen] = useState<Permission[]>(from?.permissions ?? ['conversations.read', 'settings.read']);
  const put = (seen: RoleBundle | undefined) => {
    // Permissions that the scope makes useless are not saved: they would come into force when the scope becomes wider.
    const worthwhile = chosen.filter((each) => scope === 'everything' || !wholeInstallation.has(each));
    const body = { name: name.trim(), scope, permissions: worthwhile };
    return seen
      ? call(updateRole, { params: { id: seen.id }, body: { ...body, expected: seenOf(seen, body) } })
      : call(addRole, { body });
  };
  const save = useSaveItem(put, { item: role, list: keyOf(listRoles), onDone, whyNot: refusalOfRights });
  const [isAsking, setAsking] = useState(false);
  const added = role && count > 0 ? chosen.filter((each) => !role.permissions.includes(each)) : [];
  return (
    <>
      <ItemForm
        saveLabel={rolesWords('save')}
        isPaused={save.isPending || !name.trim()}
        refusal={conflictWords(save.error)}
        onSave={() => (added.length > 0 ? setAsking(true) : save.mutate())}
        onLeave={onDone}
      >
        <NameField value={name} onChange={setName} />
        <SelectField
          label={rolesWords('scope')}
          hint={rolesWords('scopeHint')}
          value={scope}
          options={scopes.map((value) => ({ value, label: scopeName(value) }))}
          onChange={setScope}
        />
        <PermissionGrid chosen={chosen} isWhole={scope === 'everything'} onChange={setChosen} />
      </ItemForm>
      <Granting
        what={isAsking ? added : []}
        to={name}
        count={count}
        isPending={save.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => save.mutate(undefined, { onSettled: () => setAsking(false) })}
      />
    </>
  );
}

function DeleteRole({ role, onClose }: { role: RoleBundle | null; onClose: () => void }) {
  const client = useQueryClient();
  return (
    <DeleteDialog
      title={rolesWords('deleteRole')}
      id={role?.id ?? null}
      remove={(id) => call(deleteRole, { params: { id } })}
      onDeleted={() => void client.invalidateQueries({ queryKey: keyOf(listRoles) })}
      onClose={onClose}
    >
      {rolesWords('deleteRoleHint', { name: role?.name ?? '' })}
    </DeleteDialog>
  );
}
