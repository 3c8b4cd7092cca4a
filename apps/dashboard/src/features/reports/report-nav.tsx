import { reportAddress, type ReportState } from '@parley/contracts/reports/address';
import type { ReportId } from '@parley/contracts/reports/reports';
import type { SavedReport } from '@parley/contracts/reports/saved';
import { Mail, MailWarning } from 'lucide-react';
import { Link, useNavigate } from 'react-router-dom';
import { layout } from '../../i18n/en/layout.ts';
import { reportWords } from '../../i18n/en/reports.ts';
import { useMedia } from '../../ui/media.ts';
import { Select } from '../../ui/fields.tsx';
import { upcomingTime } from '../../ui/times.ts';
import { sameOf } from './report-state.ts';
import styles from './reports.module.css';
import { isShown, stateOf, useSavedReports } from './saved.ts';
import { SavedMenu } from './saved-menu.tsx';

/**
 * Leads to the other reports over the same days and conversations, and to saved ones: a column, or a choice on narrow
 * screens.
 */
export function ReportNav({ state, reports }: { state: ReportState; reports: readonly ReportId[] }) {
  const navigate = useNavigate();
  const isNarrow = useMedia('(max-width: 1023px)');
  const saved = useSavedReports();
  const shown = saved.find((each) => isShown(each, state));
  if (isNarrow)
    return (
      <div className={styles.choice}>
        <Select
          aria-label={layout('reports')}
          value={shown?.id ?? state.report}
          options={[
            ...reports.map((value) => ({ value: value as string, label: reportWords(value) })),
            ...saved.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(value) => {
            const report = reports.find((each) => each === value);
            const chosen = saved.find(({ id }) => id === value);
            if (report) void navigate(sameOf(state, report));
            else if (chosen) void navigate(reportAddress(stateOf(chosen)));
          }}
        />
        {shown && <SavedMenu saved={shown} state={state} />}
      </div>
    );
  return (
    <nav className={styles.nav} aria-label={layout('reports')}>
      {reports.map((report) => (
        <Link
          key={report}
          to={sameOf(state, report)}
          aria-current={report === state.report && !shown ? 'page' : undefined}
        >
          {reportWords(report)}
        </Link>
      ))}
      {saved.length > 0 && <h2 id="saved-reports">{reportWords('saved')}</h2>}
      {saved.length > 0 && (
        <ul aria-labelledby="saved-reports">
          {saved.map((each) => (
            <li key={each.id} className={styles.saved}>
              <Link to={reportAddress(stateOf(each))} aria-current={each === shown ? 'page' : undefined}>
                <bdi>{each.name}</bdi>
                <MailSign saved={each} />
              </Link>
              <SavedMenu saved={each} state={state} />
            </li>
          ))}
        </ul>
      )}
    </nav>
  );
}

/** Shows that a report is mailed, and when next. */
function MailSign({ saved: { schedule, nextAt, problems } }: { saved: SavedReport }) {
  if (!schedule) return null;
  const label = nextAt === null ? reportWords('mailsPaused') : reportWords('nextMail', { time: upcomingTime(nextAt) });
  const Icon = problems.length > 0 ? MailWarning : Mail;
  return (
    <span title={label} data-paused={nextAt === null || undefined}>
      <Icon size={13} aria-hidden />
      <span className="sr-only">{label}</span>
    </span>
  );
}
