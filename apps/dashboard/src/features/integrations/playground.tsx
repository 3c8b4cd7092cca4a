import { Box, Button, Stack } from '@chakra-ui/react';
import type { TriedMessage } from '@parley/contracts/assistant/playground';
import type { RehearsedAnswer } from '@parley/contracts/assistant/rehearsals';
import { getAssistantState, tryAssistant } from '@parley/contracts/routes/answers';
import { listWebsites } from '@parley/contracts/routes/websites';
import { messageMaxLength } from '@parley/contracts/messages/limits';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { wordsOf } from '../../api/call-error.ts';
import { useRead } from '../../api/read.ts';
import { useMay } from '../../forms/permissions.ts';
import { answerWords } from '../../i18n/en/answers.ts';
import { t } from '../../i18n/server-text.ts';
import { SelectField, TextArea } from '../../ui/fields.tsx';
import { Panel } from '../../ui/panel.tsx';
import { pausedWhile } from '../../ui/paused-while.ts';
import styles from './playground.module.css';

type Turn = { from: 'visitor'; content: string } | { from: 'assistant'; answer: RehearsedAnswer };

/** Number of messages that the assistant is given at most. */
const mostTurns = 20;

/** The chat as the assistant gets it: hand-offs are no messages. */
const chatOf = (turns: readonly Turn[]): TriedMessage[] =>
  turns
    .flatMap((turn): TriedMessage[] =>
      turn.from === 'visitor'
        ? [turn]
        : turn.answer.kind === 'answer'
          ? [{ from: turn.from, content: turn.answer.text }]
          : [],
    )
    .slice(-mostTurns);

/** Lets an admin chat with the assistant as a visitor would. Nothing of it is stored. */
export function Playground() {
  const mayTry = useMay('settings.change');
  const { data: state } = useRead(getAssistantState, {});
  const websites = useRead(listWebsites, {});
  const [chosen, setChosen] = useState<string | null>(null);
  const [turns, setTurns] = useState<readonly Turn[]>([]);
  const [text, setText] = useState('');
  const websiteId = chosen ?? websites.data?.[0]?.id ?? null;
  const trial = useMutation({
    mutationFn: (asked: readonly Turn[]) => call(tryAssistant, { body: { websiteId, messages: chatOf(asked) } }),
    onSuccess: (answer, asked) => setTurns([...asked, { from: 'assistant', answer }]),
  });
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (turns.length > 0) end.current?.scrollIntoView({ block: 'nearest' });
  }, [turns, trial.isPending]);
  if (!mayTry || state?.model === null) return null;
  const ask = () => {
    const asked = [...turns, { from: 'visitor' as const, content: text.trim() }];
    setTurns(asked);
    setText('');
    trial.mutate(asked);
  };
  const restart = () => {
    setTurns([]);
    trial.reset();
  };
  const isPaused = trial.isPending || text.trim() === '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPaused) ask();
  };
  return (
    <Panel
      title={answerWords('tryIt')}
      description={answerWords('tryItHint')}
      action={
        turns.length > 0 && (
          <Button size="sm" variant="outline" onClick={restart}>
            {answerWords('tryAgain')}
          </Button>
        )
      }
    >
      <form onSubmit={submit}>
        <Stack gap="3">
          {(websites.data?.length ?? 0) > 1 && (
            <SelectField
              label={answerWords('tryOn')}
              value={websiteId ?? ''}
              options={(websites.data ?? []).map(({ id, domain }) => ({ value: id, label: domain }))}
              onChange={(id) => {
                setChosen(id);
                restart();
              }}
            />
          )}
          {turns.length > 0 && (
            <Box role="log" aria-label={answerWords('tryIt')} className={styles.log}>
              {turns.map((turn, at) =>
                turn.from === 'visitor' ? (
                  <p key={at} className={styles.asked} dir="auto">
                    {turn.content}
                  </p>
                ) : (
                  <Answer key={at} answer={turn.answer} />
                ),
              )}
              {trial.isPending && <p className={styles.note}>{answerWords('tryWriting')}</p>}
              {trial.error && (
                <p role="alert" className={styles.note}>
                  {wordsOf(trial.error)}
                </p>
              )}
              <div ref={end} />
            </Box>
          )}
          <TextArea
            label={answerWords('tryMessage')}
            rows={2}
            maxLength={messageMaxLength}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
              submit(event);
            }}
          />
          <Box>
            <Button type="submit" size="sm" {...pausedWhile(isPaused, () => undefined)}>
              {answerWords('trySend')}
            </Button>
          </Box>
        </Stack>
      </form>
    </Panel>
  );
}

function Answer({ answer }: { answer: RehearsedAnswer }) {
  const { kind, text, localized, sentences, dropped } = answer;
  if (kind === 'hand_off')
    return <p className={styles.note}>{answerWords('tryHandsOff', { reason: t(localized, text) })}</p>;
  const all = sentences.flatMap(({ sources }) => sources);
  const sources = all.filter(({ documentId }, at) => all.findIndex((each) => each.documentId === documentId) === at);
  return (
    <div className={styles.answer}>
      <p dir="auto">{text}</p>
      {sources.length > 0 && (
        <ul className={styles.sources} aria-label={answerWords('trySources')}>
          {sources.map(({ documentId, title, url }) => (
            <li key={documentId}>
              {url && /^https?:/.test(url) ? (
                <a href={url} target="_blank" rel="noopener">
                  {title}
                </a>
              ) : (
                title
              )}
            </li>
          ))}
        </ul>
      )}
      {dropped.map((sentence) => (
        <p key={sentence} className={styles.note}>
          {answerWords('tryDropped', { text: sentence })}
        </p>
      ))}
    </div>
  );
}
