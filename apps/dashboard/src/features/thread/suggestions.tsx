import { suggestReplies } from '@parley/contracts/routes/conversations';
import { useMutation } from '@tanstack/react-query';
import { BookOpen, RefreshCw, Sparkles } from 'lucide-react';
import { memo, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { call } from '../../api/call.ts';
import { useCommands } from '../../commands/commands.ts';
import styles from './thread.module.css';

interface SuggestionsProps {
  conversationId: string;
  /** A change asks for new ones: a manual message was sent. */
  sentCount: number;
  /** How long after it. */
  delayMs: number;
  onPick: (text: string) => void;
}

interface Question {
  id: string;
  signal: AbortSignal;
}

/**
 * The last suggestions on screen, whoever they were for: the room that the next ones will most likely take. To begin
 * with, three of two or three lines and a source.
 */
let last = { count: 3, height: 250 };

/** AI Suggested Responses, in manual mode. A failure is only logged (docs/product.md#conversations). */
export const Suggestions = memo(function Suggestions(props: SuggestionsProps) {
  const { conversationId, sentCount, delayMs, onPick } = props;
  const request = useMutation({
    mutationFn: ({ id, signal }: Question) => call(suggestReplies, { params: { id } }, signal),
    onError: (error, { signal }) => signal.aborted || console.warn('Suggestions failed', error),
  });
  const asked = useRef<AbortController | null>(null);
  const mutate = () => {
    asked.current?.abort();
    asked.current = new AbortController();
    request.mutate({ id: conversationId, signal: asked.current.signal });
  };
  const ask = useEffectEvent(mutate);
  const refresh = () => {
    if (!request.isPending) mutate();
  };

  useEffect(() => {
    const timer = setTimeout(() => ask(), sentCount === 0 ? 0 : delayMs);
    return () => clearTimeout(timer);
  }, [conversationId, sentCount, delayMs]);

  // A browser has six connections: questions to a slow model that nobody waits for any more would hold up everything.
  useEffect(() => {
    const question = asked;
    return () => question.current?.abort();
  }, [conversationId]);

  const isAwaited = request.isPending || request.isIdle;
  const suggestions = request.data?.suggestions ?? [];
  const list = useRef<HTMLOListElement>(null);
  useLayoutEffect(() => {
    if (request.data) last = { count: request.data.suggestions.length, height: list.current?.offsetHeight ?? 0 };
  }, [request.data]);
  useCommands([
    ...suggestions.flatMap((text, index) => [
      {
        id: `suggestion:${index}`,
        label: `Use suggestion ${index + 1}`,
        group: 'Conversation' as const,
        keys: String(index + 1),
        run: () => onPick(text),
      },
      {
        id: `suggestion:alt:${index}`,
        label: `Use suggestion ${index + 1} while writing`,
        group: 'Conversation' as const,
        keys: `alt+${index + 1}`,
        hidden: true,
        run: () => onPick(text),
      },
    ]),
    {
      id: 'suggestions:refresh',
      label: 'Refresh suggestions',
      group: 'Conversation' as const,
      keys: 'r',
      run: refresh,
    },
  ]);

  return (
    <section className={styles.suggestions} aria-label="AI Suggested Responses" aria-busy={isAwaited}>
      <div className={styles.suggestionsHead}>
        <Sparkles size={14} aria-hidden />
        <h3>AI Suggested Responses</h3>
        <output>
          {isAwaited && 'Generating suggestions...'}
          {!isAwaited && suggestions.length === 0 && 'No suggestions available'}
        </output>
        {/* Never disabled: it would pale and come back after every message, and drop the focus of who pressed it. */}
        <button type="button" className={styles.refresh} data-busy={request.isPending || undefined} onClick={refresh}>
          <RefreshCw size={13} aria-hidden />
          Refresh
        </button>
      </div>
      {isAwaited && last.count > 0 && (
        <div className={styles.suggestionGhosts} style={{ blockSize: last.height }} aria-hidden>
          {Array.from({ length: last.count }, (_, index) => (
            <i key={index} />
          ))}
        </div>
      )}
      {suggestions.length > 0 && (
        <ol ref={list}>
          {suggestions.map((text, index) => (
            <li key={text}>
              <button type="button" onClick={() => onPick(text)} aria-keyshortcuts={String(index + 1)}>
                <kbd>{index + 1}</kbd>
                <span dir="auto">{text}</span>
                {request.data?.sources[index] && (
                  <small>
                    <BookOpen size={12} aria-hidden />
                    {request.data.sources[index]}
                  </small>
                )}
              </button>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
});
