import type { Summary, SummaryPoint } from '@parley/contracts/assistant/copilot';
import type { Conversation } from '@parley/contracts/entities';
import { summarise } from '@parley/contracts/routes/copilot';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { useSearchParams } from 'react-router-dom';
import { call } from '../../../api/call.ts';
import { copilotWords } from '../../../i18n/en/copilot.ts';
import { language } from '../../../i18n/language.ts';
import { usePreferences } from '../../../preferences/preferences.ts';
import { useMedia } from '../../../ui/media.ts';
import { toastFailure } from '../../../ui/toast/failure.ts';
import styles from '../../../domain/copilot/copilot.module.css';
import { summaryOf } from '../../../domain/copilot/use-copilot.ts';

interface Asking {
  made: Summary | undefined;
  isAsking: boolean;
  /** Null if nothing can be requested, or the summary is complete. */
  offer: { label: string; ask: () => void } | null;
}

/** Returns the summary of a conversation, and requests one, or an update. */
export function useSummary(
  { id, lastSeq }: Pick<Conversation, 'id' | 'lastSeq'>,
  { isOffered, mayAsk, isLong }: { isOffered: boolean; mayAsk: boolean; isLong: boolean },
): Asking {
  const client = useQueryClient();
  const { copilotOnOpen } = usePreferences();
  const read = summaryOf(id);
  const { data } = useQuery({ ...read, enabled: isOffered });
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(summarise, { params: { id }, body: { language: language() } }),
    onSuccess: (summary) => client.setQueryData(read.queryKey, { summary }),
    onError: (error) => toastFailure(error, copilotWords('failed')),
  });
  const made = data?.summary ?? undefined;
  const isBehind = made === undefined || made.lastSeq < lastSeq;
  const canAsk = isOffered && mayAsk && isBehind && data !== undefined;
  const askAtOnce = useEffectEvent(() => mutate());
  const comesByItself = canAsk && copilotOnOpen && isLong && made === undefined;
  useEffect(() => {
    if (comesByItself) askAtOnce();
  }, [id, comesByItself]);
  const ask = () => {
    if (!isPending) mutate();
  };
  const label = made ? copilotWords('extend') : copilotWords('summarise');
  return { made: isOffered ? made : undefined, isAsking: isPending, offer: canAsk ? { label, ask } : null };
}

/** Shows the customer's intent in a line; below it what was tried, and what is open. */
export function SummaryCard({ summary, newMessages }: { summary: Summary; newMessages: number }) {
  const { intent, tried, open } = summary;
  // On a phone the room belongs to the messages.
  const isPhone = useMedia('(max-width: 767px)');
  return (
    <details className={styles.summary} open={!isPhone}>
      <summary>
        <ChevronRight size={12} aria-hidden />
        {copilotWords('summary')}
        {newMessages > 0 && <small>{copilotWords('newSince', { count: newMessages })}</small>}
      </summary>
      {intent && (
        <p dir="auto">
          <Point point={intent} />
        </p>
      )}
      <Points title={copilotWords('tried')} points={tried} />
      <Points title={copilotWords('open')} points={open} />
    </details>
  );
}

function Points({ title, points }: { title: string; points: readonly SummaryPoint[] }) {
  if (points.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul>
        {points.map((point) => (
          <li key={`${point.seq} ${point.text}`} dir="auto">
            <Point point={point} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** A sentence, and behind it the number of its message, which leads there. */
function Point({ point: { text, seq } }: { point: SummaryPoint }) {
  const [query, setQuery] = useSearchParams();
  const go = () => {
    const there = new URLSearchParams(query);
    there.set('message', String(seq));
    if (query.get('message') !== String(seq)) return setQuery(there, { replace: true });
    // The address contains it already, and the user has left it since.
    const away = new URLSearchParams(query);
    away.delete('message');
    setQuery(away, { replace: true });
    setTimeout(() => setQuery(there, { replace: true }), 0);
  };
  const words = copilotWords('jump', { seq });
  return (
    <>
      <bdi>{text}</bdi>{' '}
      <button type="button" className={styles.place} aria-label={words} title={words} onClick={go}>
        {seq}
      </button>
    </>
  );
}
