import { Box } from '@chakra-ui/react';
import { availabilities, type Representative } from '@parley/contracts/entities';
import { activeConversationsPerRepresentative } from '@parley/contracts/conversations/limits';
import { UserRoundSearch } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { useMe } from '../../auth/auth.tsx';
import { useMay } from '../../forms/permissions.ts';
import { useCommands } from '../../commands/commands.ts';
import { rowProps, useRowKeys } from '../../commands/rows.ts';
import { common } from '../../i18n/en/common.ts';
import { profile } from '../../i18n/en/profile.ts';
import { teamWords } from '../../i18n/en/team.ts';
import { useSetAvailability } from '../../live/availability.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { EmptyAction } from '../../ui/empty-action.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Select } from '../../ui/fields.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PanelSearch } from '../../ui/panel-search.tsx';
import { customerLabel, websiteLabel } from '../../ui/person.ts';
import { StatusTag, Tag } from '../../ui/tag.tsx';
import { awayWords } from '../../domain/absences/away-words.ts';
import { offShiftWords } from '../../domain/absences/shift-words.ts';
import { roleName } from '../../domain/users/role-names.ts';
import { useRoles } from '../../domain/users/use-roles.ts';
import { AccessMenu } from './access-menu.tsx';
import styles from './team.module.css';

/** The team and how busy it is: docs/product.md#representatives. */
export function TeamList({ team }: { team: readonly Representative[] }) {
  const [search, setSearch] = useState('');
  const searchBox = useRef<HTMLInputElement>(null);
  useCommands([
    {
      id: 'list:search',
      label: teamWords('search'),
      group: 'List',
      keys: '/',
      run: () => searchBox.current?.focus(),
    },
  ]);
  const mayManage = useMayChangeAccounts();
  useRowKeys({ a: teamWords('status'), ...(mayManage && { o: teamWords('accountMenu') }) });
  const wanted = search.trim().toLowerCase();
  const shown = team.filter(({ name, email }) => `${name}\n${email}`.toLowerCase().includes(wanted));
  return (
    <Panel flush>
      <PanelSearch
        ref={searchBox}
        label={teamWords('search')}
        placeholder={teamWords('searchHint')}
        value={search}
        onChange={setSearch}
      />
      {shown.length === 0 && (
        <EmptyState
          icon={UserRoundSearch}
          title={teamWords('nobodyFound')}
          compact
          action={<EmptyAction onClick={() => setSearch('')}>{teamWords('clearSearch')}</EmptyAction>}
        >
          {teamWords('nobodyFoundHint', { search })}
        </EmptyState>
      )}
      <ul className={styles.list}>
        {shown.map((member) => (
          <TeamMember key={member.id} member={member} />
        ))}
      </ul>
    </Panel>
  );
}

/** Returns true for users who have any of the actions in the account menu. */
function useMayChangeAccounts(): boolean {
  const mayManage = useMay('access.manage');
  const mayUpdate = useMay('people.update');
  return useMay('people.status') || mayUpdate || mayManage;
}

function TeamMember({ member }: { member: Representative }) {
  const me = useMe();
  const setAvailability = useSetAvailability();
  const role = useRoles().of(member);
  const isMe = member.id === me.id;
  const isActive = member.isActive !== false;
  const away = awayWords(member) ?? offShiftWords(member.shift);
  const mayManage = useMayChangeAccounts();
  const maySetAll = useMay('people.status');
  const mayChange = isMe || maySetAll;
  const listed = member.activeConversations.slice(0, activeConversationsPerRepresentative);
  const more = member.activeConversationCount - listed.length;
  return (
    <li {...rowProps} className={styles.member}>
      <Avatar name={member.name} imageUrl={member.profileImageUrl} size="lg" status={member.availability} />
      <div className={styles.who}>
        <div className={styles.name}>
          <bdi>{member.name}</bdi>
          {isMe && <span>{teamWords('you')}</span>}
          <Tag tone={role?.builtIn === 'admin' ? 'strong' : 'neutral'}>
            {role ? roleName(role) : common(member.role)}
          </Tag>
          {!isActive && <Tag tone="outline">{teamWords('isDeactivated')}</Tag>}
        </div>
        <div className={styles.email}>{member.email}</div>
        {member.unconfirmedEmail !== undefined && (
          <div className={styles.email}>
            {member.unconfirmedEmail === member.email
              ? profile('notConfirmed')
              : profile.rich('waitingForConfirmation', { email: <bdi>{member.unconfirmedEmail}</bdi> })}
          </div>
        )}
        {away !== undefined && <div className={styles.email}>{away}</div>}
        <div className={styles.load}>{teamWords('load', { count: member.activeConversationCount })}</div>
      </div>
      <ul className={styles.conversations}>
        {listed.map(({ conversation }) => (
          <li key={conversation.id}>
            <Link to={`/conversations?selected=${conversation.id}`}>
              <bdi>{customerLabel(conversation)}</bdi>
              <span>{websiteLabel(conversation)}</span>
              <StatusTag status={conversation.status} />
            </Link>
          </li>
        ))}
        {more > 0 && <li className={styles.more}>{teamWords('more', { count: more })}</li>}
      </ul>
      <div className={styles.controls}>
        {isActive && mayChange && (
          <Box width={{ base: '10rem', md: '8.25rem' }}>
            <Select
              aria-label={teamWords('statusOf', { name: member.name })}
              aria-keyshortcuts="a"
              value={member.status}
              options={availabilities.map((status) => ({ value: status, label: teamWords(status) }))}
              onChange={(status) => setAvailability.mutate({ id: member.id, status })}
            />
          </Box>
        )}
        {!mayChange && <span className={styles.fixed}>{teamWords(member.availability)}</span>}
        {mayManage && !isMe && <AccessMenu member={member} />}
      </div>
    </li>
  );
}
