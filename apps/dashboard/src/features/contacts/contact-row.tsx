import type { ContactEntry } from '@parley/contracts/conversations/contacts';
import { Link } from 'react-router-dom';
import { rowProps } from '../../commands/rows.ts';
import { blockWords } from '../../i18n/en/block.ts';
import { contactWords as words } from '../../i18n/en/contacts.ts';
import { CustomerAvatar, CustomerName } from '../../ui/customer.tsx';
import { Tag } from '../../ui/tag.tsx';
import { Time } from '../../ui/time.tsx';
import { BlockButton } from '../../domain/contacts/block-button.tsx';
import { customerOf } from '../../domain/contacts/contact-customer.ts';
import styles from './contacts.module.css';

/** Shows a contact in the list; links to their page. */
export function ContactRow({ contact }: { contact: ContactEntry }) {
  const customer = customerOf(contact);
  return (
    <li className={styles.entry} {...rowProps}>
      <Link className={styles.row} to={`/contacts/${contact.id}`} aria-keyshortcuts="o">
        <CustomerAvatar customer={customer} />
        <span className={styles.who}>
          <CustomerName customer={customer} />
          {contact.blockedAt && <Tag tone="red">{blockWords('blocked')}</Tag>}
          <small>{contact.website}</small>
        </span>
        <span className={styles.count} data-numbers>
          {words('conversationCount', { count: contact.conversationCount })}
        </span>
        <span className={styles.seen}>
          <Time at={contact.lastSeenAt ?? contact.firstSeenAt} short />
        </span>
      </Link>
      {contact.blockedAt && <BlockButton contactId={contact.id} isBlocked />}
    </li>
  );
}
