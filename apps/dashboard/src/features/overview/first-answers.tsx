import { statisticsDays } from '@parley/contracts/conversations/limits';
import type { Overview } from '@parley/contracts/routes/overview';
import { Suspense } from 'react';
import { overviewWords } from '../../i18n/en/overview.ts';
import { lazyPart } from '../../loading/part.tsx';
import styles from './inbox-now.module.css';
import { NumberCard } from './number-card.tsx';
import { durationOf } from './read-overview.ts';

const Sparkline = lazyPart(async () => ({ default: (await import('./charts.tsx')).Sparkline }));

interface FirstAnswersProps {
  firstAnswer: Overview['firstAnswer'] | undefined;
}

/** Shows median and 90th percentile of the first answers, each over the days. */
export const FirstAnswers = ({ firstAnswer }: FirstAnswersProps) => (
  <div className={styles.stacked}>
    <FirstAnswer label={overviewWords('firstAnswerMedian')} quantile="medianSeconds" firstAnswer={firstAnswer} />
    <FirstAnswer label={overviewWords('firstAnswerP90')} quantile="p90Seconds" firstAnswer={firstAnswer} />
  </div>
);

interface FirstAnswerProps extends FirstAnswersProps {
  label: string;
  quantile: 'medianSeconds' | 'p90Seconds';
}

function FirstAnswer({ label, quantile, firstAnswer }: FirstAnswerProps) {
  const days = firstAnswer?.anybody.days ?? [];
  const known = days.map((day) => day[quantile]).filter((seconds) => seconds !== null);
  const description = overviewWords('firstAnswerDays', {
    label,
    count: statisticsDays,
    least: durationOf(Math.min(...known)),
    most: durationOf(Math.max(...known)),
    today: durationOf(days.at(-1)?.[quantile]),
  });
  return (
    <NumberCard
      label={label}
      value={firstAnswer && durationOf(firstAnswer.anybody[quantile])}
      hint={overviewWords('firstAnswerHint', { count: statisticsDays })}
      below={
        firstAnswer ? overviewWords('byPerson', { duration: durationOf(firstAnswer.representative[quantile]) }) : null
      }
    >
      {known.length > 0 && (
        <Suspense>
          <Sparkline values={days.map((day) => day[quantile])} label={description} />
        </Suspense>
      )}
    </NumberCard>
  );
}
