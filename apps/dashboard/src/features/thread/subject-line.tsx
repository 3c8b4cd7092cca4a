import { Button, Input } from '@chakra-ui/react';
import type { Conversation } from '@parley/contracts/entities';
import { subjectMaxLength } from '@parley/contracts/conversations/limits';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { useChangeLabels } from '../../domain/tags/change-labels.ts';
import { useMay } from '../../forms/permissions.ts';
import { common } from '../../i18n/en/common.ts';
import { mailboxWords } from '../../i18n/en/mailboxes.ts';
import { focusAtFirst } from '../../ui/fields.tsx';
import styles from './subject-line.module.css';

/** Shows the subject of a conversation by mail, which can be changed. */
export default function SubjectLine({ conversation }: { conversation: Conversation }) {
  const { subject = '' } = conversation;
  const [typed, setTyped] = useState<string | null>(null);
  const change = useChangeLabels(conversation);
  const mayChange = useMay('conversations.update');
  const leave = () => setTyped(null);
  const save = () => {
    const wanted = typed?.trim() || null;
    if ((wanted ?? '') !== subject)
      change({ subject: wanted, expectedSubject: subject || null }, mailboxWords('subjectChanged'));
    leave();
  };
  if (typed !== null) {
    return (
      <form
        className={styles.line}
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Input
          size="xs"
          ref={focusAtFirst}
          aria-label={mailboxWords('subject')}
          maxLength={subjectMaxLength}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
            event.stopPropagation();
            leave();
          }}
        />
        <Button type="submit" size="xs">
          {mailboxWords('saveSubject')}
        </Button>
        <Button size="xs" variant="ghost" onClick={leave}>
          {common('cancel')}
        </Button>
      </form>
    );
  }
  return (
    <section className={styles.line} aria-label={mailboxWords('subject')}>
      <bdi className={styles.subject} title={subject}>
        {subject}
      </bdi>
      {mayChange && (
        <button type="button" aria-label={mailboxWords('editSubject')} onClick={() => setTyped(subject)}>
          <Pencil size={13} aria-hidden />
        </button>
      )}
    </section>
  );
}
