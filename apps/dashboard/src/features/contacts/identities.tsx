import { customerChannels } from '@parley/contracts/channels/list';
import type { ContactIdentity } from '@parley/contracts/conversations/contacts';
import { BadgeCheck } from 'lucide-react';
import { common } from '../../i18n/en/common.ts';
import { contactWords as words } from '../../i18n/en/contacts.ts';
import { visitor } from '../../i18n/en/visitor.ts';
import { Facts } from '../../ui/facts.tsx';
import { Time } from '../../ui/time.tsx';
import { describeBrowser } from '../../ui/browser.ts';
import styles from './contacts.module.css';

const ownKinds: Readonly<Record<string, () => string>> = {
  widget_session: () => visitor('browser'),
  email: () => common('email'),
  external_id: () => words('externalId'),
  phone: () => words('phone'),
};

const kindLabel = (kind: ContactIdentity['kind']): string =>
  ownKinds[kind]?.() ?? customerChannels.find(({ id }) => id === kind)?.name ?? kind;

/** Shows a contact's identifiers: who gave each of them, and which are verified. */
export function Identities({ identities }: { identities: readonly ContactIdentity[] }) {
  return (
    <dl className={styles.identities}>
      {identities.map((identity) => (
        <div key={identity.id}>
          <dt>{kindLabel(identity.kind)}</dt>
          <dd>{identity.value === null ? <Browser identity={identity} /> : <NamedIdentity identity={identity} />}</dd>
        </div>
      ))}
    </dl>
  );
}

function NamedIdentity({ identity: { kind, value, verifiedAt, website } }: { identity: ContactIdentity }) {
  return (
    <>
      <bdi>{kind === 'api_channel' ? value?.slice(value.indexOf(':') + 1) : value}</bdi>{' '}
      {verifiedAt ? (
        <span className={styles.verified}>
          <BadgeCheck size={14} aria-hidden />
          {website ? words('verifiedBy', { website }) : visitor('verified')}
        </span>
      ) : (
        <span className={styles.quiet}>{visitor('unverified')}</span>
      )}
    </>
  );
}

function Browser({ identity: { userAgent, website, lastSeenAt } }: { identity: ContactIdentity }) {
  return (
    <>
      <bdi>{userAgent ? describeBrowser(userAgent) : visitor('browser')}</bdi>{' '}
      <span className={styles.quiet}>
        <Facts>
          {website}
          {lastSeenAt && <Time at={lastSeenAt} />}
        </Facts>
      </span>
    </>
  );
}
