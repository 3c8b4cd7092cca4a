import { Button } from '@chakra-ui/react';
import type { ContactEntry } from '@parley/contracts/conversations/contacts';
import { useState } from 'react';
import { common } from '../../i18n/en/common.ts';
import { contactWords as words } from '../../i18n/en/contacts.ts';
import { teamWords } from '../../i18n/en/team.ts';
import choice from '../../ui/choice.module.css';
import { DialogFrame } from '../../ui/dialog-frame.tsx';
import { pausedWhile } from '../../ui/paused-while.ts';
import { ContactLine, ContactSearch } from '../../domain/contacts/contact-search.tsx';
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
        <ContactSearch
          label={words('findOther')}
          placeholder={words('searchHint')}
          nobody={teamWords('nobodyFound')}
          exceptId={contact.id}
          onFound={setChosen}
        />
      )}
    </DialogFrame>
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
            <ContactLine contact={each} />
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
