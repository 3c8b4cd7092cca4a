import { Box } from '@chakra-ui/react';
import { builtInRoleIds } from '@parley/contracts/permissions/permissions';
import { listRepresentatives } from '@parley/contracts/routes/users';
import { listDirectoryGroups, updateDirectoryGroup } from '@parley/contracts/routes/scim';
import { listTeams } from '@parley/contracts/routes/teams';
import type { DirectoryGroup } from '@parley/contracts/users/scim';
import { useQueryClient } from '@tanstack/react-query';
import { FolderTree } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { keyOf, useRead } from '../../api/read.ts';
import { conflictWords, seenOf } from '../../api/as-seen.ts';
import { useSaveItem } from '../../forms/save-item.ts';
import { rolesWords } from '../../i18n/en/roles.ts';
import { ssoWords } from '../../i18n/en/sso.ts';
import { Facts } from '../../ui/facts.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { ItemForm } from '../../ui/item-form.tsx';
import { ItemLine, ItemsPanel } from '../../ui/items-panel.tsx';
import { roleName } from '../../domain/users/role-names.ts';
import { useRoles } from '../../domain/users/use-roles.ts';
import { useTeams } from '../../domain/users/use-teams.ts';

/** The groups that directories keep, and what being in them gives. */
export function DirectoryGroups() {
  const groups = useRead(listDirectoryGroups, {});
  return (
    <ItemsPanel
      title={ssoWords('groups')}
      description={ssoWords('groupsAbout')}
      items={groups}
      empty={{ icon: FolderTree, title: ssoWords('noGroups'), hint: ssoWords('noGroupsHint') }}
      renderForm={(group, onDone) => group && <GroupForm group={group} onDone={onDone} />}
    >
      {(group, onEdit) => (
        <ItemLine change={{ onEdit }}>
          <Box as="bdi" fontWeight="500">
            {group.name}
          </Box>
          <Box color="fg.muted" textStyle="xs" data-numbers>
            <Facts>
              {rolesWords('memberCount', { count: group.memberCount })}
              <Gives group={group} />
            </Facts>
          </Box>
        </ItemLine>
      )}
    </ItemsPanel>
  );
}

function Gives({ group }: { group: DirectoryGroup }) {
  const role = useRoles().roles.find(({ id }) => id === group.roleId);
  const team = useTeams().find(({ id }) => id === group.teamId);
  if (!role && !team) return ssoWords('givesNothing');
  return (
    <Facts>
      {role && ssoWords('givesRole', { role: roleName(role) })}
      {team && ssoWords('givesTeam', { team: team.name })}
    </Facts>
  );
}

/** A choice of none has no id. */
const none = '';

function GroupForm({ group, onDone }: { group: DirectoryGroup; onDone: () => void }) {
  const client = useQueryClient();
  const { roles } = useRoles();
  const teams = useTeams();
  const [roleId, setRole] = useState(group.roleId ?? none);
  const [teamId, setTeam] = useState(group.teamId ?? none);
  const put = (seen = group) => {
    const body = { roleId: roleId === none ? null : roleId, teamId: teamId === none ? null : teamId };
    return call(updateDirectoryGroup, { params: { id: group.id }, body: { ...body, expected: seenOf(seen, body) } });
  };
  const save = useSaveItem(put, {
    item: group,
    list: keyOf(listDirectoryGroups),
    onDone: () => {
      void client.invalidateQueries({ queryKey: keyOf(listTeams) });
      void client.invalidateQueries({ queryKey: keyOf(listRepresentatives) });
      onDone();
    },
  });
  const makesAdmins = roleId === builtInRoleIds.admin && group.roleId !== roleId && group.memberCount > 0;
  const noChoice = { value: none, label: ssoWords('noneGiven') };
  return (
    <ItemForm
      saveLabel={ssoWords('saveGroup')}
      isPaused={save.isPending}
      refusal={conflictWords(save.error)}
      onSave={() => save.mutate()}
      onLeave={onDone}
    >
      <Box as="bdi" fontWeight="500">
        {group.name}
      </Box>
      <SelectField
        label={ssoWords('groupRole')}
        hint={ssoWords('groupRoleHint')}
        error={makesAdmins ? ssoWords('becomeAdmins', { count: group.memberCount }) : undefined}
        value={roleId}
        options={[noChoice, ...roles.map((role) => ({ value: role.id, label: roleName(role) }))]}
        onChange={setRole}
      />
      <SelectField
        label={ssoWords('groupTeam')}
        hint={ssoWords('groupTeamHint')}
        value={teamId}
        options={[noChoice, ...teams.map(({ id, name }) => ({ value: id, label: name }))]}
        onChange={setTeam}
      />
    </ItemForm>
  );
}
