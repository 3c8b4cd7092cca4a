import { Box, Button } from '@chakra-ui/react';
import type { Team } from '@parley/contracts/permissions/roles';
import { listRepresentatives } from '@parley/contracts/routes/users';
import { addTeam, deleteTeam, listTeams, updateTeam } from '@parley/contracts/routes/teams';
import { listWebsites } from '@parley/contracts/routes/websites';
import { useQueryClient } from '@tanstack/react-query';
import { UsersRound } from 'lucide-react';
import { Suspense, useState } from 'react';
import { call } from '../../api/call.ts';
import { keyOf, useRead } from '../../api/read.ts';
import { useMe } from '../../auth/auth.tsx';
import { useRowKeys } from '../../commands/rows.ts';
import { conflictWords, seenOf } from '../../api/as-seen.ts';
import { itemFields } from '../../domain/fields/fields.ts';
import { useMay } from '../../forms/permissions.ts';
import { useSaveItem } from '../../forms/save-item.ts';
import { common } from '../../i18n/en/common.ts';
import { rolesWords } from '../../i18n/en/roles.ts';
import { routingWords } from '../../i18n/en/routing.ts';
import { lazyPart } from '../../loading/part.tsx';
import { ScheduleField } from '../../domain/schedules/schedule-field.tsx';
import { scheduleWords } from '../../i18n/en/schedules.ts';
import { Choices } from '../../ui/choices.tsx';
import { DeleteDialog } from '../../ui/delete-dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { ItemForm } from '../../ui/item-form.tsx';
import { ItemLine, ItemsPanel } from '../../ui/items-panel.tsx';
import { NameField } from './name-field.tsx';

const TeamRouting = lazyPart(() => import('./team-routing.tsx'));

/** Manages teams: their members and their websites. */
export function Teams() {
  const me = useMe();
  const mayChange = useMay('teams.manage');
  const teams = useRead(listTeams, {});
  const [deleting, setDeleting] = useState<Team | null>(null);
  useRowKeys(mayChange ? { e: common('edit'), '#': rolesWords('deleteTeam') } : {});
  return (
    <>
      <ItemsPanel
        title={rolesWords('teams')}
        description={rolesWords('teamsAbout')}
        add={mayChange ? { id: 'team:add', label: rolesWords('addTeam') } : undefined}
        items={teams}
        empty={{ icon: UsersRound, title: rolesWords('noTeams'), hint: rolesWords('noTeamsHint') }}
        renderForm={(team, onDone) => <TeamForm team={team} onDone={onDone} />}
      >
        {(team, onEdit) => (
          <ItemLine
            change={
              mayChange ? { onEdit, onDelete: () => setDeleting(team), others: <Assignment team={team} /> } : undefined
            }
          >
            <Box as="bdi" fontWeight="500">
              {team.name}
            </Box>
            <Box color="fg.muted" textStyle="xs" data-numbers>
              <Facts>
                {rolesWords('memberCount', { count: team.memberIds.length })}
                {rolesWords('websiteCount', { count: team.websiteIds.length })}
                {team.routing.mode !== 'manual' &&
                  routingWords('assigns', { mode: itemFields.team['routing.mode'].nameOf(team.routing.mode) })}
              </Facts>
            </Box>
            {!mayChange && team.leadIds.includes(me.id) && <Assignment team={team} />}
          </ItemLine>
        )}
      </ItemsPanel>
      <DeleteTeam team={deleting} onClose={() => setDeleting(null)} />
    </>
  );
}

/** Opens the assignment of a team, for its leads to look at. */
function Assignment({ team }: { team: Team }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="2xs" variant="outline" onClick={() => setOpen(true)}>
        {routingWords('open')}
      </Button>
      {isOpen && (
        <Suspense>
          <TeamRouting team={team} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function TeamForm({ team, onDone }: { team: Team | undefined; onDone: () => void }) {
  const members = useRead(listRepresentatives, {}).data ?? [];
  const websites = useRead(listWebsites, {}).data ?? [];
  const [name, setName] = useState(team?.name ?? '');
  const [memberIds, setMembers] = useState<string[]>(team?.memberIds ?? []);
  const [leadIds, setLeads] = useState<string[]>(team?.leadIds ?? []);
  const [websiteIds, setWebsites] = useState<string[]>(team?.websiteIds ?? []);
  const [scheduleId, setSchedule] = useState(team?.scheduleId ?? null);
  const put = (seen: Team | undefined) => {
    const body = {
      name: name.trim(),
      memberIds,
      leadIds: leadIds.filter((id) => memberIds.includes(id)),
      websiteIds,
      scheduleId,
    };
    return seen
      ? call(updateTeam, { params: { id: seen.id }, body: { ...body, expected: seenOf(seen, body) } })
      : call(addTeam, { body });
  };
  const save = useSaveItem(put, { item: team, list: keyOf(listTeams), onDone });
  return (
    <ItemForm
      saveLabel={rolesWords('save')}
      isPaused={save.isPending || !name.trim()}
      refusal={conflictWords(save.error)}
      onSave={() => save.mutate()}
      onLeave={onDone}
    >
      <NameField value={name} onChange={setName} />
      {team?.directoryGroup ? (
        <Box color="fg.muted" textStyle="sm">
          {rolesWords('membersByDirectory', { group: team.directoryGroup })}
        </Box>
      ) : (
        <Choices label={rolesWords('members')} all={members} chosen={memberIds} onChange={setMembers} />
      )}
      {memberIds.length > 0 && (
        <Choices
          label={routingWords('leads')}
          all={members.filter(({ id }) => memberIds.includes(id))}
          chosen={leadIds.filter((id) => memberIds.includes(id))}
          onChange={setLeads}
        />
      )}
      <Choices
        label={rolesWords('websites')}
        all={websites.map(({ id, domain }) => ({ id, name: domain }))}
        chosen={websiteIds}
        onChange={setWebsites}
      />
      <ScheduleField value={scheduleId} none={scheduleWords('ofBusiness')} onChange={setSchedule} />
    </ItemForm>
  );
}

function DeleteTeam({ team, onClose }: { team: Team | null; onClose: () => void }) {
  const client = useQueryClient();
  return (
    <DeleteDialog
      title={rolesWords('deleteTeam')}
      id={team?.id ?? null}
      remove={(id) => call(deleteTeam, { params: { id } })}
      onDeleted={() => void client.invalidateQueries({ queryKey: keyOf(listTeams) })}
      onClose={onClose}
    >
      {rolesWords('deleteTeamHint')}
    </DeleteDialog>
  );
}
