import { Skeleton } from '@chakra-ui/react';
import { assignedTo, openOf } from '@parley/contracts/conversations/overview-lists';
import type { Overview } from '@parley/contracts/routes/overview';
import { Link } from 'react-router-dom';
import { byAvailability } from '../../domain/conversation/assignable.ts';
import { common } from '../../i18n/en/common.ts';
import { overviewWords } from '../../i18n/en/overview.ts';
import { locale } from '../../i18n/language.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Panel } from '../../ui/panel.tsx';
import styles from './inbox-now.module.css';
import { listAddress } from './list-address.ts';

/** Number of rows with room beside the trend. */
const seenAtOnce = 4;

/** Shows who is available, with the open and the waiting conversations of each; the numbers lead to them. */
export function TeamNow({ load }: { load: Overview['load'] | undefined }) {
  const title = overviewWords('team');
  const scrolls = load && load.representatives.length > seenAtOnce;
  const members = load?.representatives.toSorted(
    (one, other) => byAvailability.indexOf(one.availability) - byAvailability.indexOf(other.availability),
  );
  const available = members?.filter(({ availability }) => availability === 'online').length ?? 0;
  return (
    <Panel
      title={title}
      description={
        load ? overviewWords('available', { number: available }) : <Skeleton height="1em" width="6em" my="0.25em" />
      }
      action={
        <Link className={styles.link} to="/wallboard">
          {overviewWords('wallboard')}
        </Link>
      }
      flush
    >
      {/* Scrolled by keyboard, too. */}
      <div className={styles.team} {...(scrolls && { tabIndex: 0, role: 'group', 'aria-label': title })}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{overviewWords('member')}</th>
              <th scope="col">{overviewWords('open')}</th>
              <th scope="col">{overviewWords('waiting')}</th>
            </tr>
          </thead>
          <tbody>
            {members?.map(({ id, name, availability, profileImageUrl, openConversations, waitingConversations }) => (
              <tr key={id}>
                <th scope="row">
                  <span className={styles.memberName}>
                    <Avatar name={name} imageUrl={profileImageUrl} size="sm" status={availability} />
                    <bdi>{name}</bdi>
                    <span className="sr-only">, {common(availability)}</span>
                  </span>
                </th>
                <td>
                  <Link
                    className={styles.link}
                    to={listAddress('all', openOf(id))}
                    aria-label={overviewWords('openOf', { number: openConversations, name })}
                  >
                    {openConversations.toLocaleString(locale())}
                  </Link>
                </td>
                <td>
                  <Link
                    className={styles.link}
                    to={listAddress('waiting', assignedTo(id))}
                    aria-label={overviewWords('waitingOf', { number: waitingConversations, name })}
                  >
                    {waitingConversations.toLocaleString(locale())}
                  </Link>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}
