import { Box, Button, Stack } from '@chakra-ui/react';
import { type Permission, permissions, wholeInstallation } from '@parley/contracts/permissions/permissions';
import { grantable, grantOf, scopes, type Scope } from '@parley/contracts/permissions/rights';
import { type RoleBundle, roleNameMaxLength } from '@parley/contracts/permissions/roles';
import { listRepresentatives } from '@parley/contracts/routes/users';
import { addRole, deleteRole, listRoles, updateRole } from '@parley/contracts/routes/roles';
import { useQueryClient } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { keyOf, useRead } from '../../api/read.ts';
import { useRowKeys } from '../../commands/rows.ts';
import { conflictWords, seenOf } from '../../api/as-seen.ts';
import { useMay } from '../../forms/permissions.ts';
import { useSaveItem } from '../../forms/save-item.ts';
import { common } from '../../i18n/en/common.ts';
import { rolesWords } from '../../i18n/en/roles.ts';
import { DeleteDialog } from '../../ui/delete-dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { focusAtFirst, SelectField, TextField } from '../../ui/fields.tsx';
import { FormFoot } from '../../ui/form-foot.tsx';
import { ItemForm } from '../../ui/item-form.tsx';
import { ItemLine, ItemsPanel } from '../../ui/items-panel.tsx';
import { useChangeGrants } from '../../domain/users/grants.ts';
import { PermissionGrid } from '../../domain/users/permission-grid.tsx';
import { refusalOfRights } from '../../domain/users/permission-words.ts';
import { roleHint, roleName, scopeName } from '../../domain/users/role-names.ts';
import { roleIdOf } from '../../domain/users/use-roles.ts';

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
  const whoHas = ({ id }: RoleBundle) => team.filter((person) => roleIdOf(person) === id).map(({ name }) => name);
  useRowKeys(mayChange ? { e: common('edit'), '#': rolesWords('deleteRole') } : {});
  return (
    <>
      {copied && (
        <Box borderWidth="1px" borderRadius="xl" bg="bg" mb="4">
          <RoleForm like={copied} onDone={() => setCopied(null)} />
        </Box>
      )}
      <ItemsPanel
        title={rolesWords('roles')}
        description={rolesWords('rolesAbout')}
        add={mayChange ? { id: 'role:add', label: rolesWords('addRole') } : undefined}
        items={roles}
        empty={{ icon: ShieldCheck, title: rolesWords('noRoles'), hint: rolesWords('noRolesHint') }}
        renderForm={(role, onDone) =>
          role?.builtIn ? <BuiltInRole role={role} onDone={onDone} /> : <RoleForm role={role} onDone={onDone} />
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
                  ? { onEdit, editLabel: rolesWords('look'), others: copy }
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
function BuiltInRole({ role, onDone }: { role: RoleBundle; onDone: () => void }) {
  const mayChange = useMay('access.manage') && role.builtIn === 'representative';
  const grants = useChangeGrants();
  const save = (chosen: Permission[]) => {
    const changed = permissions.find((each) => chosen.includes(each) !== role.permissions.includes(each));
    const grant = changed && grantOf(changed);
    if (grant) grants.set(grant, chosen.includes(grantable[grant]));
  };
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
    </Stack>
  );
}

interface RoleFormProps {
  role?: RoleBundle | undefined;
  /** Role that a new one is copied from. */
  like?: RoleBundle;
  onDone: () => void;
}

function RoleForm({ role, like, onDone }: RoleFormProps) {
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
  return (
    <ItemForm
      saveLabel={rolesWords('save')}
      isPaused={save.isPending || !name.trim()}
      refusal={conflictWords(save.error)}
      onSave={() => save.mutate()}
      onLeave={onDone}
    >
      <TextField
        ref={focusAtFirst}
        label={rolesWords('name')}
        required
        maxLength={roleNameMaxLength}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <SelectField
        label={rolesWords('scope')}
        hint={rolesWords('scopeHint')}
        value={scope}
        options={scopes.map((value) => ({ value, label: scopeName(value) }))}
        onChange={setScope}
      />
      <PermissionGrid chosen={chosen} isWhole={scope === 'everything'} onChange={setChosen} />
    </ItemForm>
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
