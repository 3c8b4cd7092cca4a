import { Input, Menu } from '@chakra-ui/react';
import { listRepresentatives } from '@parley/contracts/routes/people';
import { Check, StickyNote, UserMinus, UsersRound } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useRead } from '../../api/read.ts';
import { useMe } from '../../auth/auth.tsx';
import { ownership } from '../../i18n/en/ownership.ts';
import { rolesWords } from '../../i18n/en/roles.ts';
import { thread } from '../../i18n/en/thread.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { useTeams } from '../roles/use-teams.ts';
import { assignable, loadWords, matching, named } from './assignable.ts';
import styles from './ownership.module.css';

interface AssignListProps {
  /** Who has it now. */
  assigned: string | null;
  teamId: string | undefined;
  onAssign: (person: { id: string; name: string }) => void;
  onAssignTeam: (team: { id: string; name: string } | null) => void;
  onUnassign: () => void;
  onWithNote: () => void;
}

/** What moves in the menu, chooses and leaves is the menu's; letters are the field's. */
const menuKeys = new Set(['ArrowDown', 'ArrowUp', 'Enter', 'Escape', 'Tab']);

/** The items of the Assign menu: everybody with status and load, and the teams, found by typing; nobody; with a note. */
export default function AssignList(props: AssignListProps) {
  const { assigned, teamId, onAssign, onAssignTeam, onUnassign, onWithNote } = props;
  const me = useMe();
  const { data } = useRead(listRepresentatives, {});
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const team = matching(assignable(data), typed);
  const teams = named(useTeams(), typed);
  // After the menu, which takes the focus as it opens.
  useEffect(() => {
    const frame = requestAnimationFrame(() => field.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!menuKeys.has(event.key) || event.nativeEvent.isComposing) event.stopPropagation();
  };
  return (
    <>
      <div className={styles.search}>
        <Input
          ref={field}
          size="sm"
          type="search"
          aria-label={ownership('searchTeam')}
          placeholder={ownership('searchTeam')}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      {team.length === 0 && teams.length === 0 && <div className={styles.none}>{ownership('nobodyFound')}</div>}
      <div role="menu" aria-label={thread('assignToButton')}>
        {team.map((person) => (
          <Menu.Item key={person.id} value={person.id} onClick={() => onAssign(person)}>
            <span className={styles.person}>
              <Avatar name={person.name} imageUrl={person.profileImageUrl} size="xs" status={person.status} />
              {person.id === me.id ? (
                <span>{thread.rich('personYou', { name: <bdi>{person.name}</bdi> })}</span>
              ) : (
                <bdi>{person.name}</bdi>
              )}
              <span className={styles.load} data-figures>
                {loadWords(person)}
              </span>
            </span>
          </Menu.Item>
        ))}
        {teams.length > 0 && <Menu.Separator />}
        {teams.map((each) => (
          <Menu.Item key={each.id} value={each.id} onClick={() => onAssignTeam(each)}>
            <span className={styles.person}>
              <UsersRound size={15} aria-hidden />
              <span>{ownership.rich('teamNamed', { name: <bdi>{each.name}</bdi> })}</span>
              {each.id === teamId ? (
                <Check className={styles.load} size={15} role="img" aria-label={ownership('teamHasIt')} />
              ) : (
                <span className={styles.load} data-figures>
                  {rolesWords('memberCount', { count: each.memberIds.length })}
                </span>
              )}
            </span>
          </Menu.Item>
        ))}
        <Menu.Separator />
        {teamId !== undefined && (
          <Menu.Item value="no-team" onClick={() => onAssignTeam(null)}>
            <UserMinus size={15} aria-hidden />
            {ownership('leaveTeam')}
          </Menu.Item>
        )}
        {assigned !== null && (
          <Menu.Item value="nobody" onClick={onUnassign}>
            <UserMinus size={15} aria-hidden />
            {thread('unassign')}
          </Menu.Item>
        )}
        <Menu.Item value="with-note" onClick={onWithNote}>
          <StickyNote size={15} aria-hidden />
          {ownership('withNote')}
        </Menu.Item>
      </div>
    </>
  );
}
