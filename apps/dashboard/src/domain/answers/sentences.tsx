import { Button } from '@chakra-ui/react';
import type { AiAnswer } from '@parley/contracts/assistant/answers';
import { Lock } from 'lucide-react';
import { answerWords } from '../../i18n/en/answers.ts';
import styles from './answers.module.css';

type Sentence = AiAnswer['sentences'][number];
type Source = Sentence['sources'][number];

/** Number of characters shown on each side of a quote in a long passage. */
const aroundMax = 240;

/** Shows the passage with the quote marked in it; if the passage has changed since, only the quote. */
function Passage({ source }: { source: Source }) {
  const { passage, quote, title, url, audience } = source;
  const at = passage !== null && quote !== '' ? passage.indexOf(quote) : -1;
  const all = at < 0 ? '' : (passage ?? '');
  const [start, end] = [at - aroundMax, at + quote.length + aroundMax];
  const before = (start > 0 ? '…' : '') + all.slice(Math.max(0, start), Math.max(0, at));
  const behind = all.slice(at + quote.length, end) + (end < all.length ? '…' : '');
  return (
    <blockquote className={styles.passage} dir="auto">
      <span className={styles.from}>
        {url ? (
          <a href={url} target="_blank" rel="noopener noreferrer">
            {title}
          </a>
        ) : (
          title
        )}
        {audience !== 'public' && (
          <span title={answerWords('onlyTeam')}>
            <Lock size={13} aria-hidden />
            <span className="sr-only">{answerWords('onlyTeam')}</span>
          </span>
        )}
        {passage === null && <em>{answerWords('changedSince')}</em>}
      </span>
      {before}
      <mark>{quote}</mark>
      {behind}
    </blockquote>
  );
}

interface SentencesProps {
  answer: AiAnswer;
  /** Marks a sentence as wrong; left out for users who may not. */
  onWrong?: ((place: number) => void) | undefined;
}

/** Lists the sentences of an answer with their sources. */
export function Sentences({ answer, onWrong }: SentencesProps) {
  return (
    <ul className={styles.sentences}>
      {answer.sentences.map(({ place, text, sources, contradictedAt }) => (
        <li key={place} className={styles.sentence} data-wrong={contradictedAt ? true : undefined}>
          <span className={styles.text} dir="auto">
            {text}
          </span>{' '}
          {contradictedAt ? (
            <span className={styles.fine}>{answerWords('markedWrong')}</span>
          ) : (
            onWrong &&
            sources.length > 0 && (
              <Button size="2xs" variant="ghost" onClick={() => onWrong(place)}>
                {answerWords('markWrong')}
              </Button>
            )
          )}
          {sources.map((source) => (
            <Passage key={source.passageId} source={source} />
          ))}
          {sources.length === 0 && <div className={styles.fine}>{answerWords('ownWords')}</div>}
        </li>
      ))}
    </ul>
  );
}
