import { reportIds, ownReports } from '@parley/contracts/reports/reports';
import { Navigate, useParams } from 'react-router-dom';
import { useMe } from '../auth/auth.tsx';
import { mayAlways } from '../auth/rights.ts';
import { ReportView } from '../features/reports/report-view.tsx';
import NotFoundPage from './not-found-page.tsx';

/** /reports/<report>: figures over conversations; users without `reports.read` see their own. */
export default function ReportsPage() {
  const { report: wanted } = useParams();
  const isOwn = !mayAlways(useMe(), 'reports.read');
  const offered = isOwn ? ownReports : reportIds;
  const report = offered.find((id) => id === wanted);
  if (report) return <ReportView report={report} isOwn={isOwn} />;
  if (wanted === undefined || isOwn) return <Navigate to={`/reports/${offered[0]}`} replace />;
  return <NotFoundPage />;
}
