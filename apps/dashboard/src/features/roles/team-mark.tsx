import { ownership } from '../../i18n/en/ownership.ts';
import { Tag } from '../../ui/tag.tsx';
import { useTeams } from './use-teams.ts';

/** The team that has a conversation. */
export function TeamMark({ teamId }: { teamId: string }) {
  const team = useTeams().find(({ id }) => id === teamId);
  return team ? (
    <Tag tone="outline" title={ownership('teamNamed', team)}>
      {team.name}
    </Tag>
  ) : null;
}
