import { Button, Input } from '@chakra-ui/react';
import type { ContactEntry } from '@parley/contracts/conversations/contacts';
import { listContacts } from '@parley/contracts/routes/contacts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { read } from '../../api/read.ts';
import { common } from '../../i18n/en/common.ts';
import { contactWords as words } from '../../i18n/en/contacts.ts';
import { teamWords } from '../../i18n/en/team.ts';
import choice from '../../ui/choice.module.css';
import { CustomerAvatar, CustomerName } from '../../ui/customer.tsx';
import { DialogFrame } from '../../ui/dialog-frame.tsx';
import { Facts } from '../../ui/facts.tsx';
import { pausedWhile } from '../../ui/paused-while.ts';
import { Time } from '../../ui/time.tsx';
import { customerOf } from '../../domain/contacts/contact-customer.ts';
import styles from './contacts.module.css';
import { useMerge } from './use-merge.ts';

interface MergeDialogProps {
  contact: ContactEntry;
  /** Whom it is merged with; searched for without. */
  other?: ContactEntry | undefined;
  onClose: () => void;
}

/** Asks which contact is the same person, and which of the two remains. */
export default function MergeDialog({ contact, other, onClose }: MergeDialogProps) {
  const [chosen, setChosen] = useState(other);
  return (
    <DialogFrame title={words('mergeTitle')} size="sm" onClose={onClose}>
      {chosen ? (
        <WhoRemains one={contact} other={chosen} onClose={onClose} />
      ) : (
        <FindOther contact={contact} onFound={setChosen} />
      )}
    </DialogFrame>
  );
}

const foundAtOnce = 6;

function FindOther({ contact, onFound }: { contact: ContactEntry; onFound: (other: ContactEntry) => void }) {
  const [search, setSearch] = useState('');
  const q = useDeferredValue(search.trim());
  const { data = [], isPlaceholderData } = useQuery({
    ...read(listContacts, { query: { q, limit: foundAtOnce + 1 } }),
    enabled: q.length >= 2,
    placeholderData: keepPreviousData,
  });
  const found = data.filter(({ id }) => id !== contact.id).slice(0, foundAtOnce);
  return (
    <>
      <Input
        type="search"
        aria-label={words('findOther')}
        placeholder={words('searchHint')}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {q.length >= 2 && found.length === 0 && !isPlaceholderData && (
        <p className={styles.quiet}>{teamWords('nobodyFound')}</p>
      )}
      <ul className={choice.choices}>
        {q.length >= 2 &&
          found.map((each) => (
            <li key={each.id}>
              <button type="button" className={choice.choice} onClick={() => onFound(each)}>
                <Who contact={each} />
              </button>
            </li>
          ))}
      </ul>
    </>
  );
}

function Who({ contact }: { contact: ContactEntry }) {
  const customer = customerOf(contact);
  return (
    <>
      <CustomerAvatar customer={customer} size="sm" />
      <span className={styles.who}>
        <CustomerName customer={customer} />
        <small>
          <Facts>
            {words('conversationCount', { count: contact.conversationCount })}
            <Time at={contact.lastSeenAt ?? contact.firstSeenAt} short />
          </Facts>
        </small>
      </span>
    </>
  );
}

interface WhoRemainsProps {
  one: ContactEntry;
  other: ContactEntry;
  onClose: () => void;
}

function WhoRemains({ one, other, onClose }: WhoRemainsProps) {
  const [remainsId, setRemainsId] = useState(one.id);
  const merge = useMerge();
  const mergedId = remainsId === one.id ? other.id : one.id;
  const confirm = () => merge.mutate({ remainsId, mergedId }, { onSuccess: onClose });
  return (
    <>
      <p className={styles.hint}>{words('mergeHint')}</p>
      <fieldset className={choice.choices}>
        <legend>{words('whoRemains')}</legend>
        {[one, other].map((each) => (
          <label key={each.id} className={choice.choice} data-chosen={each.id === remainsId || undefined}>
            <input type="radio" name="remains" checked={each.id === remainsId} onChange={() => setRemainsId(each.id)} />
            <Who contact={each} />
          </label>
        ))}
      </fieldset>
      <div className={choice.buttons}>
        <Button size="sm" variant="outline" onClick={onClose}>
          {common('cancel')}
        </Button>
        <Button size="sm" {...pausedWhile(merge.isPending, confirm)}>
          {words('merge')}
        </Button>
      </div>
    </>
  );
}
