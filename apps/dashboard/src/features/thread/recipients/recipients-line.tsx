import type { Participant } from '@parley/contracts/conversations/conversation-fields';
import type { Conversation } from '@parley/contracts/entities';
import { Mail, X } from 'lucide-react';
import { useChangeLabels } from '../../../domain/tags/change-labels.ts';
import { useMay } from '../../../forms/permissions.ts';
import { emails } from '../../../i18n/en/emails.ts';
import { runCommand } from '../../../commands/commands.ts';
import styles from './recipients.module.css';

const kinds = ['to', 'cc', 'bcc'] as const;

/** Shows who gets the emails of a conversation, with buttons that add and remove them. */
export default function RecipientsLine({ conversation }: { conversation: Conversation }) {
  const { customerEmail, participants = [] } = conversation;
  const change = useChangeLabels(conversation);
  const mayReply = useMay('conversations.reply');
  const remove = ({ address, name }: Participant) =>
    change(
      { participants: participants.filter((each) => each.address !== address), expectedParticipants: participants },
      emails('removed', { name: name ?? address }),
    );
  return (
    <section className={styles.line} aria-label={emails('recipients')}>
      <Mail size={14} aria-hidden />
      {kinds.map((kind) => {
        const people = participants.filter((each) => each.kind === kind);
        const hasCustomer = kind === 'to' && customerEmail !== null;
        if (people.length === 0 && !hasCustomer) return null;
        return (
          <span key={kind} className={styles.kind}>
            <b>{emails(kind)}</b>
            {hasCustomer && <bdi className={styles.person}>{customerEmail}</bdi>}
            {people.map((person) => (
              <span key={person.address} className={styles.person} title={person.address}>
                <bdi>{person.name ?? person.address}</bdi>
                {mayReply && (
                  <button
                    type="button"
                    aria-label={emails('remove', { name: person.name ?? person.address })}
                    onClick={() => remove(person)}
                  >
                    <X size={12} aria-hidden />
                  </button>
                )}
              </span>
            ))}
          </span>
        );
      })}
      {mayReply && customerEmail !== null && (
        <button type="button" className={styles.add} onClick={() => runCommand('recipients')}>
          {emails('add')}
        </button>
      )}
    </section>
  );
}
