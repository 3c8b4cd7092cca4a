import type { ContactEntry } from '@parley/contracts/conversations/contacts';
import { Link } from 'react-router-dom';
import { rowProps } from '../../commands/rows.ts';
import { blockWords } from '../../i18n/en/block.ts';
import { bulkMessages } from '../../i18n/en/bulkmessages.ts';
import { contactWords as words } from '../../i18n/en/contacts.ts';
import { CustomerAvatar, CustomerName } from '../../ui/customer.tsx';
import { customerLabel } from '../../ui/person.ts';
import { Tag } from '../../ui/tag.tsx';
import { Time } from '../../ui/time.tsx';
import { BlockButton } from '../../domain/contacts/block-button.tsx';
import { customerOf } from '../../domain/contacts/contact-customer.ts';
import styles from './contacts.module.css';

interface ContactRowProps {
  contact: ContactEntry;
  /** Lets the contact be selected. */
  selection?: { isSelected: boolean; onToggle: () => void } | undefined;
}

/** Shows a contact in the list; links to their page. */
export function ContactRow({ contact, selection }: ContactRowProps) {
  const customer = customerOf(contact);
  return (
    <li className={styles.entry} {...rowProps}>
      {selection && (
        <input
          type="checkbox"
          className={styles.check}
          aria-label={bulkMessages('select', { name: contact.name ?? customerLabel(customer) })}
          aria-keyshortcuts="x"
          checked={selection.isSelected}
          onChange={selection.onToggle}
        />
      )}
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
