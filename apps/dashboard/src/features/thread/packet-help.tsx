import { Button } from '@chakra-ui/react';
import { getHandOff } from '@parley/contracts/routes/answers';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useState } from 'react';
import { call } from '../../api/call.ts';
import { keyOf } from '../../api/read.ts';
import { answerWords } from '../../i18n/en/answers.ts';
import { askedAlready } from './asked-already.ts';
import styles from './thread.module.css';

/** What was passed on, as it was when the conversation was last changed. */
export const packetOf = (conversationId: string, updatedAt: string) =>
  queryOptions({
    queryKey: [...keyOf(getHandOff, { params: { id: conversationId } }), updatedAt],
    queryFn: ({ signal }) => call(getHandOff, { params: { id: conversationId } }, signal),
    placeholderData: (before) => before,
  });

interface PacketHelpProps {
  conversationId: string;
  updatedAt: string;
  /** Where the reply is written. */
  field: RefObject<HTMLTextAreaElement | null>;
  /** Puts a text there. */
  onDraft: (text: string) => void;
}

/** Beside the reply: a first answer while nothing is written, and a word where it asks for what was passed on. */
export default function PacketHelp({ conversationId, updatedAt, field, onDraft }: PacketHelpProps) {
  const { data: packet } = useQuery(packetOf(conversationId, updatedAt));
  const [asked, setAsked] = useState<string | null>(null);
  const [isBlank, setBlank] = useState(true);
  useEffect(() => {
    const area = field.current;
    const look = () => {
      setBlank(!area?.value.trim());
      setAsked(askedAlready(area?.value ?? '', packet?.facts ?? []));
    };
    look();
    area?.addEventListener('input', look);
    return () => area?.removeEventListener('input', look);
  }, [field, packet]);
  const draft = isBlank ? packet?.draft : null;
  return (
    <>
      {draft && (
        <div className={styles.asked}>
          {answerWords('draft')}: <span dir="auto">{draft}</span>{' '}
          <Button size="2xs" variant="outline" onClick={() => onDraft(draft)}>
            {answerWords('useDraft')}
          </Button>
        </div>
      )}
      <output className={asked ? styles.asked : undefined} data-warns={asked ? true : undefined}>
        {asked && answerWords('alreadySaid', { fact: asked })}
      </output>
    </>
  );
}
