import { Button, Stack } from '@chakra-ui/react';
import type { Participant } from '@parley/contracts/conversations/conversation-fields';
import { participantKinds } from '@parley/contracts/conversations/conversation-fields';
import { participantsMax } from '@parley/contracts/conversations/limits';
import type { Conversation } from '@parley/contracts/entities';
import { isReachableEmail } from '@parley/contracts/text/email-address';
import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { runCommand } from '../../../commands/commands.ts';
import { common } from '../../../i18n/en/common.ts';
import { emails } from '../../../i18n/en/emails.ts';
import { focusAtFirst, TextField } from '../../../ui/fields.tsx';
import { chooseRecipients, useRecipients } from './message-recipients.ts';
import { readAddresses } from './read-addresses.ts';
import styles from './recipients.module.css';

interface ReplyRecipientsProps {
  conversation: Pick<Conversation, 'id' | 'customerEmail' | 'participants'>;
}

const none: readonly Participant[] = [];

/** Line that names the recipients of the reply; pressed, it becomes the fields To, Cc and Bcc. */
export default function ReplyRecipients({ conversation }: ReplyRecipientsProps) {
  const { id, customerEmail, participants = none } = conversation;
  const [isOpen, setOpen] = useState(false);
  const recipients = useRecipients(id) ?? participants;
  const namesOf = (kind: Participant['kind']): string[] => [
    ...(kind === 'to' && customerEmail !== null ? [customerEmail] : []),
    ...recipients.flatMap((each) => (each.kind === kind ? [each.name ?? each.address] : [])),
  ];
  const close = () => {
    setOpen(false);
    // The field that had the focus is gone.
    runCommand('write');
  };
  if (isOpen) return <Fields customerEmail={customerEmail} recipients={recipients} id={id} onClose={close} />;
  return (
    <button
      type="button"
      className={styles.replyTo}
      aria-expanded={false}
      title={emails('changeRecipients')}
      onClick={() => setOpen(true)}
    >
      <span className="sr-inline">{emails('ofReply')}</span>
      {participantKinds.map((kind) => {
        const names = namesOf(kind);
        return (
          names.length > 0 && (
            <span key={kind}>
              <b>{emails(kind)}</b> <bdi>{names.join(', ')}</bdi>
            </span>
          )
        );
      })}
      <ChevronDown size={14} aria-hidden />
    </button>
  );
}

interface FieldsProps {
  id: string;
  customerEmail: string | null;
  recipients: readonly Participant[];
  onClose: () => void;
}

const written = (recipients: readonly Participant[], kind: Participant['kind']): string =>
  recipients
    .filter((each) => each.kind === kind)
    .map(({ name, address }) => (name === null ? address : `${name.replaceAll(/[,;<>"]/g, ' ')} <${address}>`))
    .join(', ');

function Fields({ id, customerEmail, recipients, onClose }: FieldsProps) {
  const [texts, setTexts] = useState(() => ({
    to: written(recipients, 'to'),
    cc: written(recipients, 'cc'),
    bcc: written(recipients, 'bcc'),
  }));
  const [wrong, setWrong] = useState<string>();
  const apply = () => {
    const given = participantKinds.flatMap((kind) => readAddresses(texts[kind]).map((each) => ({ ...each, kind })));
    const unreachable = given.find(({ address }) => !isReachableEmail(address));
    if (unreachable) return setWrong(emails('notAddress', { address: unreachable.address }));
    if (given.length > participantsMax) return setWrong(emails('tooManyRecipients', { max: participantsMax }));
    chooseRecipients(id, given);
    onClose();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) apply();
    else return;
    event.stopPropagation();
  };
  return (
    <section className={styles.replyFields} aria-label={emails('ofReply')}>
      <Stack gap="2">
        {participantKinds.map((kind) => (
          <TextField
            key={kind}
            label={emails(kind)}
            hint={kind === 'to' ? emails('besides', { address: customerEmail ?? '' }) : undefined}
            error={kind === 'to' ? wrong : undefined}
            value={texts[kind]}
            onKeyDown={onKey}
            {...(kind === 'to' && { ref: focusAtFirst })}
            onChange={(event) => {
              setTexts({ ...texts, [kind]: event.target.value });
              setWrong(undefined);
            }}
          />
        ))}
      </Stack>
      <div className={styles.replyButtons}>
        <span>{emails('thisReplyOnly')}</span>
        <Button size="xs" variant="outline" onClick={onClose}>
          {common('cancel')}
        </Button>
        <Button size="xs" onClick={apply}>
          {emails('useRecipients')}
        </Button>
      </div>
    </section>
  );
}
