import { Box, Button } from '@chakra-ui/react';
import type { AnswerDifference, RehearsalRow, RehearsedAnswer } from '@parley/contracts/assistant/rehearsals';
import { Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { lazyPart } from '../../loading/part.tsx';
import { rehearsalWords as words } from '../../i18n/en/rehearsals.ts';
import { t } from '../../i18n/server-text.ts';
import { Tag, type TagTone } from '../../ui/tag.tsx';
import styles from './rehearsal.module.css';

const KeepTestDialog = lazyPart(() => import('./keep-test-dialog.tsx'));

const shownAs = {
  hand_off_gained: { tone: 'amber', word: 'hand_off_gained' },
  hand_off_lost: { tone: 'amber', word: 'hand_off_lost' },
  numbers: { tone: 'yellow', word: 'numbers' },
  dates: { tone: 'yellow', word: 'dates' },
  links: { tone: 'yellow', word: 'links' },
  negation: { tone: 'yellow', word: 'negation' },
  sources: { tone: 'neutral', word: 'sources' },
  language: { tone: 'yellow', word: 'language' },
  dropped: { tone: 'amber', word: 'dropped_one' },
  contradiction_gained: { tone: 'red', word: 'contradiction_gained' },
  contradiction_lost: { tone: 'green', word: 'contradiction_lost' },
  test_failed: { tone: 'red', word: 'test_failed' },
} as const satisfies Record<AnswerDifference, { tone: TagTone; word: string }>;

/** Shows a question: how the answer differs, both answers, and the reply that was really sent. */
export function Row({ row }: { row: RehearsalRow }) {
  const {
    question,
    pastReply,
    published,
    candidate,
    differences,
    reason,
    reasonLocalized,
    conversationId,
    seq,
    testId,
    opinion,
  } = row;
  const [isKeeping, setKeeping] = useState(false);
  return (
    <li className={styles.item}>
      <Box display="flex" flexWrap="wrap" gap="1.5">
        {differences.map((difference) => (
          <Tag key={difference} tone={shownAs[difference].tone}>
            {words(shownAs[difference].word)}
          </Tag>
        ))}
      </Box>
      <div className={styles.question} dir="auto">
        {question}
      </div>
      {reason !== null && (
        <Box fontSize="sm" color="fg.error" mb="2">
          {words('noAnswer', { reason: t(reasonLocalized, reason) })}
        </Box>
      )}
      <div className={styles.sides}>
        {published && <Side who={words('asPublished')} answer={published} />}
        {candidate && <Side who={words('withChange')} answer={candidate} isCandidate />}
        {pastReply && (
          <div className={styles.side}>
            <span className={styles.who}>{words(pastReply.by === 'ai' ? 'writtenByAi' : 'writtenByPerson')}</span>
            <div className={styles.text} dir="auto">
              {pastReply.text}
            </div>
          </div>
        )}
      </div>
      {opinion && <div className={styles.from}>{opinionWords(opinion)}</div>}
      <div className={styles.actions}>
        {testId === null && (
          <Button size="xs" variant="outline" onClick={() => setKeeping(true)}>
            {words('keepTest')}
          </Button>
        )}
        <Link to={`/conversations?selected=${conversationId}&message=${seq}`}>{words('conversation')}</Link>
      </div>
      {isKeeping && (
        <Suspense>
          <KeepTestDialog row={row} onClose={() => setKeeping(false)} />
        </Suspense>
      )}
    </li>
  );
}

/** Marks the text as the model's opinion. */
function opinionWords({ contradicts, why }: NonNullable<RehearsalRow['opinion']>): string {
  if (contradicts === null) return words('opinionNone');
  return words(contradicts ? 'opinionYes' : 'opinionNo', { why }).trim();
}

function Side({ who, answer, isCandidate }: { who: string; answer: RehearsedAnswer; isCandidate?: boolean }) {
  const { kind, text, localized, sentences, dropped } = answer;
  const titles = [...new Set(sentences.flatMap(({ sources }) => sources.map(({ title }) => title)))];
  return (
    <div className={styles.side} data-candidate={isCandidate ? '' : undefined}>
      <span className={styles.who}>{who}</span>
      {kind === 'hand_off' && <Tag tone="amber">{words('handsOver')}</Tag>}
      <div className={styles.text} dir="auto">
        {t(localized, text)}
      </div>
      {titles.length > 0 && (
        <div className={styles.from} dir="auto">
          {titles.join(' · ')}
        </div>
      )}
      {dropped.map((sentence) => (
        <div key={sentence} className={styles.from} dir="auto">
          {words('leftOut', { text: sentence })}
        </div>
      ))}
    </div>
  );
}
