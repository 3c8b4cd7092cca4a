import { recentConversationsOnOverview } from '@parley/contracts/conversations/limits';
import { listRepresentatives } from '@parley/contracts/routes/users';
import { Users } from 'lucide-react';
import { useRead } from '../../api/read.ts';
import { useMe } from '../../auth/auth.tsx';
import { layout } from '../../i18n/en/layout.ts';
import { overviewWords } from '../../i18n/en/overview.ts';
import { teamWords } from '../../i18n/en/team.ts';
import { useSetAvailability } from '../../live/availability.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { EmptyAction } from '../../ui/empty-action.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Awaited } from '../../ui/awaited.tsx';
import styles from './overview.module.css';

/**
 * Lists the representatives online, with name and role. On wide screens it is as high as the conversations beside it,
 * and scrolls when longer.
 */
export function ActiveRepresentatives() {
  const me = useMe();
  const { mutate } = useSetAvailability();
  const team = useRead(listRepresentatives, {});
  const online = team.data?.filter(({ availability, isActive }) => availability === 'online' && isActive !== false);
  const title = overviewWords('activeRepresentatives');
  const scrolls = online && online.length > recentConversationsOnOverview;
  return (
    <Panel title={title} flush>
      <div className={styles.members} {...(scrolls && { tabIndex: 0, role: 'group', 'aria-label': title })}>
        <Awaited read={team} lines={recentConversationsOnOverview} />
        {online?.length === 0 && (
          <EmptyState
            icon={Users}
            title={overviewWords('nobodyOnline')}
            compact
            action={
              <EmptyAction onClick={() => mutate({ id: me.id, status: 'online' })}>
                {layout('setStatus', { status: layout('online') })}
              </EmptyAction>
            }
          >
            {overviewWords('nobodyOnlineHint')}
          </EmptyState>
        )}
        <ul className={styles.list}>
          {online?.map((member) => (
            <li key={member.id} className={styles.entry}>
              <Avatar name={member.name} imageUrl={member.profileImageUrl} status={member.availability} />
              <span className={styles.who}>
                <bdi>{member.name}</bdi>
                <small>{teamWords(member.role)}</small>
              </span>
            </li>
          ))}
        </ul>
      </div>
    </Panel>
  );
}
