import { listFollowers } from '@parley/contracts/routes/followers';
import { listRepresentatives } from '@parley/contracts/routes/users';
import { useQuery } from '@tanstack/react-query';
import { read, alwaysFresh, useRead } from '../../api/read.ts';
import { ownership } from '../../i18n/en/ownership.ts';
import { Avatar } from '../../ui/avatar.tsx';
import styles from './visitor.module.css';

/** Shows the representatives who follow a conversation, with their avatars. */
export function Followers({ conversationId }: { conversationId: string }) {
  const followers = useQuery({ ...read(listFollowers, { params: { id: conversationId } }), ...alwaysFresh });
  const team = useRead(listRepresentatives, {}).data ?? [];
  if (!followers.data) return null;
  return (
    <>
      <p className={styles.quiet}>{ownership(followers.data.length > 0 ? 'followersHint' : 'noFollowers')}</p>
      <ul className={styles.followers}>
        {followers.data.map(({ userId, name }) => (
          <li key={userId}>
            <Avatar name={name} imageUrl={team.find(({ id }) => id === userId)?.profileImageUrl ?? null} size="xs" />
            <bdi>{name}</bdi>
          </li>
        ))}
      </ul>
    </>
  );
}
