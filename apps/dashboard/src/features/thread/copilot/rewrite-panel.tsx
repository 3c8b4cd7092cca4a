import { Button } from '@chakra-ui/react';
import { type Rewritten, type RewriteKind, rewriteKinds } from '@parley/contracts/assistant/copilot';
import { rewriteText } from '@parley/contracts/routes/copilot';
import { useMutation } from '@tanstack/react-query';
import { diffWordsWithSpace } from 'diff';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { call } from '../../../api/call.ts';
import { wordsOf } from '../../../api/call-error.ts';
import { copilotWords } from '../../../i18n/en/copilot.ts';
import { language } from '../../../i18n/language.ts';
import { putIn } from '../../../ui/slash.ts';
import { ChangedFacts } from './changed-facts.tsx';
import styles from '../../../domain/copilot/copilot.module.css';
import { usePanelKeys } from './panel-keys.ts';
import { keyCaps } from '../../../commands/keyboard.ts';
import { Keys } from '../../../ui/keys.tsx';
import { languageName } from '../../../i18n/language.ts';
import type { TextField } from '../../../ui/text-field.ts';

interface RewritePanelProps {
  conversationId: string;
  field: RefObject<TextField | null>;
  /** The customer's, where it is known. */
  customerLanguage: string | undefined;
  onClose: () => void;
}

/** Rewrites the text: a number chooses how, the result is compared, Enter takes it and Ctrl+Z undoes it. */
export default function RewritePanel({ conversationId, field, customerLanguage, onClose }: RewritePanelProps) {
  const [text] = useState(() => field.current?.value.trim() ?? '');
  const panel = useRef<HTMLElement>(null);
  const into = customerLanguage ?? language();
  const asked = useRef<AbortController>(null);
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: ({ how, signal }: { how: RewriteKind; signal: AbortSignal }): Promise<Rewritten> =>
      call(
        rewriteText,
        { params: { id: conversationId }, body: { text, how, ...(how === 'translate' && { language: into }) } },
        signal,
      ),
  });
  const [chosen, setChosen] = useState<RewriteKind | null>(null);
  const choose = (how: RewriteKind) => {
    if (text === '') return;
    asked.current?.abort();
    asked.current = new AbortController();
    setChosen(how);
    mutate({ how, signal: asked.current.signal });
  };
  useEffect(() => () => asked.current?.abort(), []);
  const close = () => {
    onClose();
    field.current?.focus();
  };
  const accept = () => {
    const area = field.current;
    if (!area || !data || data.text === text) return;
    putIn(area, 0, area.value.length, data.text);
    onClose();
  };
  usePanelKeys(panel, {
    onEscape: close,
    onEnter: accept,
    onKey: (key) => {
      const how = rewriteKinds[Number(key) - 1];
      if (!how) return false;
      choose(how);
      panel.current?.focus();
      return true;
    },
  });
  const labels: Record<RewriteKind, string> = {
    shorter: copilotWords('shorter'),
    warmer: copilotWords('warmer'),
    formal: copilotWords('formal'),
    grammar: copilotWords('grammar'),
    translate: copilotWords('into', { language: languageName(into) }),
  };
  return (
    <section
      ref={panel}
      tabIndex={-1}
      className={styles.panel}
      data-copilot-panel
      aria-label={copilotWords('rewrite')}
      aria-busy={isPending}
    >
      <div className={styles.choices}>
        {rewriteKinds.map((how, index) => (
          <button
            key={how}
            type="button"
            aria-pressed={chosen === how}
            aria-keyshortcuts={String(index + 1)}
            onClick={() => {
              choose(how);
              panel.current?.focus();
            }}
          >
            <kbd>{index + 1}</kbd>
            {labels[how]}
          </button>
        ))}
      </div>
      <output className={styles.quiet}>
        {text === '' && copilotWords('writeFirst')}
        {isPending && copilotWords('rewriting')}
        {!isPending && data?.text === text && copilotWords('nothingToChange')}
      </output>
      {!isPending && error && (
        <p className={styles.fault} role="alert">
          {wordsOf(error)}
        </p>
      )}
      {!isPending && data && data.text !== text && (
        <>
          <Comparison before={text} after={data.text} />
          <ChangedFacts facts={data.changedFacts} />
        </>
      )}
      <div className={styles.panelFoot}>
        <Button size="xs" variant="ghost" onClick={close}>
          {copilotWords('keepMine')} <Keys caps={keyCaps('Escape')} />
        </Button>
        {!isPending && data && data.text !== text && (
          <Button size="xs" onClick={accept}>
            {copilotWords('use')} <Keys caps={keyCaps('Enter')} />
          </Button>
        )}
      </div>
    </section>
  );
}

/** Struck through, but for the space behind it. */
function Removed({ text }: { text: string }) {
  const words = text.trimEnd();
  return (
    <>
      <del>{words}</del>
      {text.slice(words.length)}
    </>
  );
}

/** Old and new in one, with what goes and what comes marked. */
function Comparison({ before, after }: { before: string; after: string }) {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
  return (
    <p className={styles.comparison} dir="auto" aria-label={copilotWords('comparison')}>
      {diffWordsWithSpace(before, after, { intlSegmenter: segmenter }).map(({ value, added, removed }, index) =>
        added ? <ins key={index}>{value}</ins> : removed ? <Removed key={index} text={value} /> : value,
      )}
    </p>
  );
}
