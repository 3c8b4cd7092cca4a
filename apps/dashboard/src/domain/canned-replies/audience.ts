/** The audience of a canned reply as one choice: everyone, the members of a team, or its author. */
import { replies } from '../../i18n/en/replies.ts';
import { useTeams } from '../users/use-teams.ts';

interface Sharing {
  isShared: boolean;
  teamId: string | null;
}

export const audienceOf = ({ isShared, teamId }: Sharing): string => (isShared ? (teamId ?? 'shared') : 'own');

export const sharingOf = (audience: string): Sharing => ({
  isShared: audience !== 'own',
  teamId: audience === 'own' || audience === 'shared' ? null : audience,
});

export function useAudiences(): { value: string; label: string }[] {
  return [
    { value: 'shared', label: replies('everybody') },
    ...useTeams().map(({ id, name }) => ({ value: id, label: replies('ofTeam', { team: name }) })),
    { value: 'own', label: replies('onlyMe') },
  ];
}
