import { reportMetric, type ReportMetricId } from '@parley/contracts/reports/reports';
import { Info } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useMay } from '../../forms/permissions.ts';
import { countedWords } from '../../i18n/en/counted.ts';
import { layout } from '../../i18n/en/layout.ts';
import { metricWords } from '../../i18n/en/metrics.ts';
import { ratingWords } from '../../i18n/en/ratings.ts';
import { reportWords } from '../../i18n/en/reports.ts';
import { scheduleWords } from '../../i18n/en/schedules.ts';
import { slaWords } from '../../i18n/en/sla.ts';
import { Popup } from './popup.tsx';
import styles from './reports.module.css';

interface HowCountedProps {
  metric: ReportMetricId;
  timeZone: string;
  isInWorkingTime: boolean;
}

/** Returns the screen with the settings that a metric depends on; null if its text is the whole definition. */
function screenOf(metric: ReportMetricId, isInWorkingTime: boolean): { to: string; label: string } | null {
  const { reports, datedBy, unit, hasWorkingTime } = reportMetric(metric);
  if (hasWorkingTime && isInWorkingTime) return { to: '/settings?tab=schedules', label: scheduleWords('schedules') };
  if (datedBy === 'asked') return { to: '/settings?tab=ratings', label: ratingWords('title') };
  if (unit === 'money') return { to: '/integrations?tab=ai', label: layout('integrations') };
  return reports[0] === 'sla' && datedBy !== 'promise_ended'
    ? { to: '/settings?tab=sla', label: slaWords('title') }
    : null;
}

/** Explains a metric: what is counted, the instant that dates it, the clock and the time zone. */
export function HowCounted({ metric, timeZone, isInWorkingTime }: HowCountedProps) {
  const { datedBy, hasWorkingTime } = reportMetric(metric);
  const maySee = useMay('settings.read');
  const screen = maySee && screenOf(metric, isInWorkingTime);
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
        {screen && <p>{reportWords.rich('definedIn', { screen: <Link to={screen.to}>{screen.label}</Link> })}</p>}
      </div>
    </Popup>
  );
}
