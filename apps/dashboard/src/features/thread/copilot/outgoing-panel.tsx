import { Button } from '@chakra-ui/react';
import type { Original, OutgoingTranslation } from '@parley/contracts/assistant/copilot';
import { translateOutgoing } from '@parley/contracts/routes/copilot';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { call } from '../../../api/call.ts';
import { wordsOf } from '../../../api/call-error.ts';
import { common } from '../../../i18n/en/common.ts';
import { copilotWords } from '../../../i18n/en/copilot.ts';
import { language } from '../../../i18n/language.ts';
import { ChangedFacts } from './changed-facts.tsx';
import styles from '../../../domain/copilot/copilot.module.css';
import { usePanelKeys } from './panel-keys.ts';
import { keyCaps } from '../../../commands/keyboard.ts';
import { Keys } from '../../../ui/keys.tsx';
import { languageName } from '../../../i18n/language.ts';

interface OutgoingPanelProps {
  conversationId: string;
  text: string;
  /** The customer's language. */
  to: string;
  /** Called with the original text, if it was translated. */
  onSend: (content: string, original?: Original) => void;
  /** Returns to the original text. */
  onClose: () => void;
}

/** Shows the translation before it is sent: checked, beside its translation back. Enter sends it. */
export default function OutgoingPanel({ conversationId, text, to, onSend, onClose }: OutgoingPanelProps) {
  const from = language();
  const panel = useRef<HTMLElement>(null);
  const { data, error, isFetching, refetch } = useQuery<OutgoingTranslation>({
    queryKey: ['outgoing-translation', conversationId, to, text],
    queryFn: ({ signal }) =>
      call(translateOutgoing, { params: { id: conversationId }, body: { text, from, to } }, signal),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
  const send = () => {
    if (data) onSend(data.text, { language: from, sentIn: to, text });
  };
  usePanelKeys(panel, { onEscape: onClose, onEnter: send });
  const hasChanged = (data?.changedFacts.length ?? 0) > 0;
  return (
    <section
      ref={panel}
      tabIndex={-1}
      className={styles.panel}
      data-copilot-panel
      aria-label={copilotWords('customerGets', { language: languageName(to) })}
      aria-busy={isFetching}
    >
      <h3>{copilotWords('customerGets', { language: languageName(to) })}</h3>
      {isFetching && <output className={styles.quiet}>{copilotWords('translating')}</output>}
      {!isFetching && error && (
        <p className={styles.fault} role="alert">
          {wordsOf(error)}
        </p>
      )}
      {data && (
        <>
          <p dir="auto" lang={to} className={styles.preview}>
            {data.text}
          </p>
          <p dir="auto" lang={from} className={styles.back}>
            <small>{copilotWords('translatedBack')}</small> {data.back}
          </p>
          <ChangedFacts facts={data.changedFacts} />
        </>
      )}
      <div className={styles.panelFoot}>
        <Button size="xs" variant="ghost" onClick={onClose}>
          {copilotWords('goOnWriting')} <Keys caps={keyCaps('Escape')} />
        </Button>
        {!isFetching && error && (
          <Button size="xs" variant="outline" onClick={() => void refetch()}>
            {common('tryAgain')}
          </Button>
        )}
        <Button size="xs" variant="outline" onClick={() => onSend(text)}>
          {copilotWords('sendAsWritten')}
        </Button>
        {data && (
          <Button size="xs" data-warned={hasChanged || undefined} onClick={send}>
            {copilotWords('sendIt')} <Keys caps={keyCaps('Enter')} />
          </Button>
        )}
      </div>
    </section>
  );
}
