import { Button, Input } from '@chakra-ui/react';
import { type AnswerSource, type KnowledgeAnswer, questionMaxLength } from '@parley/contracts/assistant/copilot';
import { askKnowledge } from '@parley/contracts/routes/copilot';
import { useMutation } from '@tanstack/react-query';
import { BookOpen, ExternalLink, MessageSquare } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { call } from '../../api/call.ts';
import { wordsOf } from '../../api/call-error.ts';
import { copilotWords } from '../../i18n/en/copilot.ts';
import { language } from '../../i18n/language.ts';
import { DialogFrame } from '../../ui/dialog-frame.tsx';
import { toast } from '../../ui/toast/toasts.ts';
import styles from '../../domain/copilot/copilot.module.css';

/** Asks a question to the whole knowledge, and shows the answer and earlier ones; each sentence cites its source. */
export default function AskDialog({ onClose }: { onClose: () => void }) {
  const [question, setQuestion] = useState('');
  const asked = useRef<AbortController>(null);
  useEffect(() => () => asked.current?.abort(), []);
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: (signal: AbortSignal) =>
      call(askKnowledge, { body: { question: question.trim(), language: language() } }, signal),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (question.trim().length < 2) return;
    asked.current?.abort();
    asked.current = new AbortController();
    mutate(asked.current.signal);
  };
  return (
    <DialogFrame title={copilotWords('ask')} size="lg" onClose={onClose}>
      <form onSubmit={submit} role="search">
        <Input
          autoComplete="off"
          aria-label={copilotWords('question')}
          placeholder={copilotWords('askHint')}
          maxLength={questionMaxLength}
          value={question}
          onChange={(event) => setQuestion(event.target.value)}
        />
      </form>
      <output className={styles.quiet}>
        {isPending && copilotWords('looking')}
        {!isPending && data?.sources.length === 0 && copilotWords('nothingFound')}
      </output>
      {!isPending && error && (
        <p className={styles.fault} role="alert">
          {wordsOf(error)}
        </p>
      )}
      {!isPending && data && <Answer answer={data} onLeave={onClose} />}
    </DialogFrame>
  );
}

const placeOf = (at: number): string => `source-${at + 1}`;

function Answer({ answer: { sentences, sources }, onLeave }: { answer: KnowledgeAnswer; onLeave: () => void }) {
  const named = new Set(sentences?.flatMap((sentence) => sentence.sources));
  const copy = () =>
    void navigator.clipboard
      .writeText((sentences ?? []).map(({ text }) => text).join(' '))
      .then(() => toast({ title: copilotWords('copied') }));
  return (
    <div className={styles.answer}>
      {sentences && (
        <>
          <p dir="auto" aria-label={copilotWords('answer')}>
            {sentences.map(({ text, sources: places }) => (
              <span key={text}>
                {text}{' '}
                {places.map((at) => (
                  <button
                    key={at}
                    type="button"
                    className={styles.place}
                    aria-label={`${at + 1}: ${sources[at]?.title ?? ''}`}
                    title={sources[at]?.title}
                    onClick={() => document.getElementById(placeOf(at))?.scrollIntoView({ block: 'nearest' })}
                  >
                    {at + 1}
                  </button>
                ))}{' '}
              </span>
            ))}
          </p>
          <Button size="xs" variant="outline" onClick={copy}>
            {copilotWords('copyAnswer')}
          </Button>
        </>
      )}
      {sources.length > 0 && <h3>{copilotWords('sources')}</h3>}
      <ol>
        {sources.map((source, at) => (
          <li key={`${source.title} ${at}`} id={placeOf(at)} data-named={named.has(at) || undefined}>
            <Source source={source} number={at + 1} onLeave={onLeave} />
          </li>
        ))}
      </ol>
    </div>
  );
}

function Source({ source, number, onLeave }: { source: AnswerSource; number: number; onLeave: () => void }) {
  const { title, text, url, conversationId } = source;
  const Icon = conversationId ? MessageSquare : url ? ExternalLink : BookOpen;
  const head = (
    <>
      <Icon size={13} aria-hidden />
      <bdi>{title}</bdi>
    </>
  );
  return (
    <>
      <small aria-hidden>{number}</small>
      <strong>
        {conversationId ? (
          <Link to={`/conversations?selected=${conversationId}`} onClick={onLeave}>
            {head}
          </Link>
        ) : url ? (
          <a href={url} target="_blank" rel="noreferrer">
            {head}
          </a>
        ) : (
          head
        )}
        {conversationId && <em>{copilotWords('answeredBefore')}</em>}
      </strong>
      <p dir="auto">{text}</p>
    </>
  );
}
