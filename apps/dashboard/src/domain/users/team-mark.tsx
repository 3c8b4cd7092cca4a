import { ownership } from '../../i18n/en/ownership.ts';
import { Tag } from '../../ui/tag.tsx';
import styles from './team-mark.module.css';
import { useTeams } from './use-teams.ts';

/** Shows the team of a conversation; a long name is cut, since the message is beside it. */
export function TeamMark({ teamId }: { teamId: string }) {
  const team = useTeams().find(({ id }) => id === teamId);
  if (!team) return null;
  return (
    <span className={styles.mark}>
      <Tag tone="outline" title={ownership('teamNamed', team)}>
        {team.name}
      </Tag>
    </span>
  );
}
