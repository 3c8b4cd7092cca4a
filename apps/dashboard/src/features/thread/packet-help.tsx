import { Button } from '@chakra-ui/react';
import { getHandOff } from '@parley/contracts/routes/answers';
import type { HandOffPacket } from '@parley/contracts/assistant/hand-off-packet';
import { type RefObject, useEffect, useState } from 'react';
import { useRead } from '../../api/read.ts';
import { answerWords } from '../../i18n/en/answers.ts';
import { askedAlready } from './asked-already.ts';
import styles from './thread.module.css';
import type { TextField } from '../../ui/text-field.ts';

/** Returns what the assistant passed on, with the customer's corrections since then. */
export const usePacket = (conversationId: string): HandOffPacket | null | undefined =>
  useRead(getHandOff, { params: { id: conversationId } }).data;

interface PacketHelpProps {
  conversationId: string;
  /** Field that the reply is written in. */
  field: RefObject<TextField | null>;
  /** Puts a text there. */
  onDraft: (text: string) => void;
}

/**
 * Shows a first answer beside the reply while that is blank, and a hint if the reply asks for a fact that was passed
 * on.
 */
export default function PacketHelp({ conversationId, field, onDraft }: PacketHelpProps) {
  const packet = usePacket(conversationId);
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
        <div className={styles.firstAnswer}>
          {answerWords('draft')}: <span dir="auto">{draft}</span>{' '}
          <Button
            size="2xs"
            variant="outline"
            onClick={() => {
              onDraft(draft);
              setBlank(false);
            }}
          >
            {answerWords('useDraft')}
          </Button>
        </div>
      )}
      <output className={asked ? styles.asked : undefined} data-warns={asked ? true : undefined}>
        {asked && answerWords('alreadyKnown', { fact: asked })}
      </output>
    </>
  );
}
