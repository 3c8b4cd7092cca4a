import type { ReportId } from '@parley/contracts/reports/reports';
import { Link, useNavigate } from 'react-router-dom';
import { layout } from '../../i18n/en/layout.ts';
import { reportWords } from '../../i18n/en/reports.ts';
import { useMedia } from '../../ui/media.ts';
import { Select } from '../../ui/fields.tsx';
import { type ReportState, sameOf } from './report-state.ts';
import styles from './reports.module.css';

/** Leads to the other reports over the same days and conversations: a column, or a choice on narrow screens. */
export function ReportNav({ state, reports }: { state: ReportState; reports: readonly ReportId[] }) {
  const navigate = useNavigate();
  const isNarrow = useMedia('(max-width: 1023px)');
  if (isNarrow)
    return (
      <div className={styles.choice}>
        <Select
          aria-label={layout('reports')}
          value={state.report}
          options={reports.map((value) => ({ value, label: reportWords(value) }))}
          onChange={(report) => void navigate(sameOf(state, report))}
        />
      </div>
    );
  return (
    <nav className={styles.nav} aria-label={layout('reports')}>
      {reports.map((report) => (
        <Link key={report} to={sameOf(state, report)} aria-current={report === state.report ? 'page' : undefined}>
          {reportWords(report)}
        </Link>
      ))}
    </nav>
  );
}
