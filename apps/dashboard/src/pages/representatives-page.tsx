import { SimpleGrid, Skeleton, Stack } from '@chakra-ui/react';
import { listRepresentatives } from '@parley/contracts/routes/users';
import { useRead } from '../api/read.ts';
import { useMe } from '../auth/auth.tsx';
import { useTeams } from '../domain/users/use-teams.ts';
import { useMay } from '../forms/permissions.ts';
import { useRows } from '../commands/rows.ts';
import { Roles } from '../features/roles/roles.tsx';
import { Teams } from '../features/roles/teams.tsx';
import { InviteButton } from '../features/team/invite-dialog.tsx';
import { TeamList } from '../features/team/team-list.tsx';
import { rolesWords } from '../i18n/en/roles.ts';
import { teamWords } from '../i18n/en/team.ts';
import { FailedState } from '../ui/empty-state.tsx';
import { Statistic } from '../ui/statistic.tsx';
import { Page } from '../ui/page.tsx';
import { Panel } from '../ui/panel.tsx';
import { ScreenTabs, useTab } from '../ui/screen-tabs.tsx';

/** /representatives. */
export default function RepresentativesPage() {
  const mayInvite = useMay('access.manage');
  useRows();
  const mayTeams = useMay('teams.manage');
  const me = useMe();
  const leads = useTeams().some(({ leadIds }) => leadIds.includes(me.id));
  const mayManage = mayInvite || mayTeams;
  const tabs = [
    { id: 'people', label: rolesWords('people') },
    { id: 'teams', label: rolesWords('teams') },
    ...(mayManage ? [{ id: 'roles', label: rolesWords('roles') }] : []),
  ];
  const [tab, show] = useTab(mayManage || leads ? tabs : [], 'people');
  return (
    <Page title={teamWords('title')} description={teamWords('about')} action={mayInvite && <InviteButton />}>
      {mayManage || leads ? (
        <ScreenTabs tabs={tabs} selected={tab} onSelect={show}>
          {({ id }) => (id === 'roles' ? <Roles /> : id === 'teams' ? <Teams /> : <People />)}
        </ScreenTabs>
      ) : (
        <People />
      )}
    </Page>
  );
}

/** Lists the team and its workload. */
function People() {
  const team = useRead(listRepresentatives, {});
  const active = team.data?.filter(({ isActive }) => isActive !== false);
  const count = (status: string) => active?.filter((person) => person.availability === status).length;
  return (
    <Stack gap="4">
      <Panel>
        <SimpleGrid columns={4} gap="2" pt="0.5">
          <Statistic label={teamWords('online')} value={count('online')} />
          <Statistic label={teamWords('busy')} value={count('busy')} />
          <Statistic label={teamWords('offline')} value={count('offline')} />
          <Statistic label={teamWords('total')} value={active?.length} />
        </SimpleGrid>
      </Panel>
      {team.isPending && <Skeleton height="22.5rem" borderRadius="xl" />}
      {team.isError && !team.data && <FailedState error={team.error} retry={() => void team.refetch()} />}
      {team.data && <TeamList team={team.data} />}
    </Stack>
  );
}
