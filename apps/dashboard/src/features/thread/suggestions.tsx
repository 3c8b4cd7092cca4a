import { suggestReplies } from '@parley/contracts/routes/conversations';
import { useMutation } from '@tanstack/react-query';
import { BookOpen, ChevronDown, RefreshCw, Sparkles } from 'lucide-react';
import { memo, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { useCommands } from '../../commands/commands.ts';
import { useAssistantIsOn } from '../../forms/settings.ts';
import { useMedia } from '../../ui/media.ts';
import styles from './thread.module.css';
import { thread } from '../../i18n/en/thread.ts';

interface SuggestionsProps {
  conversationId: string;
  /** Number of manual messages sent: a change requests new suggestions. */
  sentCount: number;
  /** Milliseconds to wait after a change. */
  delayMs: number;
  onPick: (text: string) => void;
}

interface Question {
  id: string;
  signal: AbortSignal;
}

/** Room for suggestions before the first ones: one of one line. */
const firstRoom = { count: 1, height: 32 };

/**
 * Returns the source of a suggestion. Without a model, a suggestion from no article is a colleague's earlier answer.
 */
const sourceLabel = (article: string | null, assistantIsOn: boolean): string | null => {
  if (article) return thread('fromArticle', { article });
  return assistantIsOn ? null : thread('fromAnswer');
};

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
  // Idle, the first question is about to be asked.
  const isAwaited = request.isPending || request.isIdle;
  const refresh = () => {
    if (!isAwaited) mutate();
  };

  useEffect(() => {
    const timer = setTimeout(() => ask(), sentCount === 0 ? 0 : delayMs);
    return () => clearTimeout(timer);
  }, [conversationId, sentCount, delayMs]);

  // A browser has six connections: requests to a slow model with no use any more would hold up everything.
  useEffect(() => {
    const question = asked;
    return () => question.current?.abort();
  }, [conversationId]);

  // On a phone they are behind a chip: the room belongs to the messages.
  const isPhone = useMedia('(max-width: 767px)');
  const [isUnfolded, setUnfolded] = useState(false);
  const pick = (text: string) => {
    setUnfolded(false);
    onPick(text);
  };
  const assistantIsOn = useAssistantIsOn();
  const suggestions = request.data?.suggestions ?? [];
  const list = useRef<HTMLOListElement>(null);
  // Suggestions on screen keep their room until the next ones arrive.
  const [room, setRoom] = useState(firstRoom);
  useLayoutEffect(() => {
    if (request.data) setRoom({ count: request.data.suggestions.length, height: list.current?.offsetHeight ?? 0 });
  }, [request.data]);
  useCommands([
    ...suggestions.flatMap((text, index) => [
      {
        id: `suggestion:${index}`,
        label: thread('useSuggestion', { number: index + 1 }),
        group: 'Conversation' as const,
        keys: String(index + 1),
        run: () => onPick(text),
      },
      {
        id: `suggestion:alt:${index}`,
        label: thread('useSuggestionWriting', { number: index + 1 }),
        group: 'Conversation' as const,
        keys: `alt+${index + 1}`,
        hidden: true,
        run: () => onPick(text),
      },
    ]),
    {
      id: 'suggestions:refresh',
      label: thread('refreshSuggestions'),
      group: 'Conversation' as const,
      keys: 'y',
      run: refresh,
    },
  ]);

  const isShown = !isPhone || isUnfolded;
  const title = (
    <>
      <Sparkles size={14} aria-hidden />
      {thread('suggestions')}
    </>
  );
  return (
    <section className={styles.suggestions} aria-label={thread('suggestions')} aria-busy={isAwaited}>
      <div className={styles.suggestionsHead}>
        <h3>
          {isPhone ? (
            <button
              type="button"
              className={styles.chip}
              aria-expanded={isUnfolded}
              onClick={() => setUnfolded(!isUnfolded)}
            >
              {title}
              <ChevronDown size={14} aria-hidden />
            </button>
          ) : (
            title
          )}
        </h3>
        <output>
          {isAwaited && thread('generating')}
          {!isAwaited && suggestions.length === 0 && thread('noSuggestions')}
        </output>
        {/* Never disabled: it would pale and come back after every message, and drop the focus of who pressed it. */}
        <button type="button" className={styles.refresh} data-busy={request.isPending || undefined} onClick={refresh}>
          <RefreshCw size={13} aria-hidden />
          {thread('refresh')}
        </button>
      </div>
      {isShown && isAwaited && room.count > 0 && (
        <div className={styles.suggestionGhosts} style={{ blockSize: room.height }} aria-hidden>
          {Array.from({ length: room.count }, (_, index) => (
            <i key={index} />
          ))}
        </div>
      )}
      {isShown && suggestions.length > 0 && (
        <ol ref={list}>
          {suggestions.map((text, index) => {
            const source = sourceLabel(request.data?.sources[index] ?? null, assistantIsOn);
            return (
              <li key={text}>
                <button type="button" title={text} onClick={() => pick(text)} aria-keyshortcuts={String(index + 1)}>
                  <kbd>{index + 1}</kbd>
                  <span dir="auto">{text}</span>
                  {source && (
                    <small>
                      <BookOpen size={12} aria-hidden />
                      {source}
                    </small>
                  )}
                </button>
              </li>
            );
          })}
        </ol>
      )}
    </section>
  );
});
