import { reportMetric, type ReportMetricId } from '@parley/contracts/reports/reports';
import { Info } from 'lucide-react';
import { countedWords } from '../../i18n/en/counted.ts';
import { metricWords } from '../../i18n/en/metrics.ts';
import { reportWords } from '../../i18n/en/reports.ts';
import { Popup } from './popup.tsx';
import styles from './reports.module.css';

interface HowCountedProps {
  metric: ReportMetricId;
  timeZone: string;
  isInWorkingTime: boolean;
}

/** Explains a metric: what is counted, the instant that dates it, the clock and the time zone. */
export function HowCounted({ metric, timeZone, isInWorkingTime }: HowCountedProps) {
  const { datedBy, hasWorkingTime } = reportMetric(metric);
  const label = reportWords('howCountedOf', { metric: metricWords(metric) });
  return (
    <Popup
      label={label}
      button={{
        size: '2xs',
        variant: 'ghost',
        px: '0',
        color: 'fg.subtle',
        'aria-label': label,
        title: reportWords('howCounted'),
        children: <Info size={14} aria-hidden />,
      }}
    >
      <div className={styles.counted}>
        <strong>{metricWords(metric)}</strong>
        <p>{countedWords(metric)}</p>
        <p>
          {reportWords('dated', { instant: reportWords(datedBy) })}{' '}
          {hasWorkingTime && reportWords(isInWorkingTime ? 'timesInWorkingTime' : 'timesByClock')}{' '}
          {reportWords('inZone', { zone: timeZone })}
        </p>
      </div>
    </Popup>
  );
}
