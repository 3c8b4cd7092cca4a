import { Box, Button, Stack } from '@chakra-ui/react';
import { hasWorkingTime, ownReports, type ReportId, reportIds } from '@parley/contracts/reports/reports';
import { ChartColumn, Star } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useMay } from '../../forms/permissions.ts';
import { layout } from '../../i18n/en/layout.ts';
import { ratingWords } from '../../i18n/en/ratings.ts';
import { reportWords } from '../../i18n/en/reports.ts';
import { reviewWords } from '../../i18n/en/reviews.ts';
import { EmptyState, FailedState } from '../../ui/empty-state.tsx';
import { EmptyAction } from '../../ui/empty-action.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ChartPanel, HeatPanel } from './chart-panel.tsx';
import { ExportMenu } from './export-menu.tsx';
import { FigureCards } from './figure-cards.tsx';
import { ReportedDialog } from './reported-dialog.tsx';
import { ReportNav } from './report-nav.tsx';
import { daysOfState, useReportState } from './report-state.ts';
import { rangeWords } from './report-words.ts';
import { SaveMenu } from './save-menu.tsx';
import { RowsPanel } from './rows-panel.tsx';
import styles from './reports.module.css';
import { Toolbar } from './toolbar.tsx';
import { useReport, useToday } from './use-report.ts';

interface ReportViewProps {
  report: ReportId;
  /** Only what the user did themselves. */
  isOwn: boolean;
}

/** Shows a report: its figures, the chart of one of them, the hours of the week, and a breakdown. */
export function ReportView({ report: id, isOwn }: ReportViewProps) {
  const [state, change] = useReportState(id);
  const today = useToday();
  const mayAsk = useMay('settings.read');
  const read = useReport(state);
  const report = read.data?.report === id ? read.data : undefined;
  const isMirrored = document.documentElement.dir === 'rtl';
  const parts = { state, report, isMirrored, onChange: change };
  const isEmpty = report !== undefined && report.figures.every(({ n }) => n === 0);
  return (
    <div className={styles.area} data-own={isOwn || undefined}>
      <ReportNav state={state} reports={isOwn ? ownReports : reportIds} />
      <Page
        title={isOwn && id === 'people' ? layout('myFigures') : reportWords(id)}
        description={
          <Facts>
            {rangeWords(daysOfState(state, today))}
            {report?.timeZone}
            {report && hasWorkingTime(id) && reportWords(report.workingTime ? 'inWorkingTime' : 'byClock')}
            {isOwn && reportWords('ownOnly')}
          </Facts>
        }
        action={
          <Box display="flex" flexWrap="wrap" gap="2">
            {id === 'assistant' && (
              <Button asChild size="xs" variant="outline">
                <Link to="/knowledge?tab=todo">{reportWords('unansweredTopics')}</Link>
              </Button>
            )}
            {id === 'quality' && (
              <Button asChild size="xs" variant="outline">
                <Link to="/reviews">{reviewWords(isOwn ? 'own' : 'title')}</Link>
              </Button>
            )}
            {!isOwn && <SaveMenu state={state} />}
            <ExportMenu report={report} filter={state.filter} />
          </Box>
        }
      >
        <Stack gap="4" aria-busy={read.isFetching && read.isPlaceholderData}>
          <Toolbar state={state} today={today} onChange={change} />
          {read.isError && !report ? (
            <Panel>
              <FailedState error={read.error} retry={() => void read.refetch()} />
            </Panel>
          ) : isEmpty && id === 'satisfaction' ? (
            <Panel>
              <EmptyState
                icon={Star}
                title={reportWords('satisfactionEmpty')}
                action={
                  mayAsk && (
                    <EmptyAction to="/settings?tab=ratings">
                      {layout('goTo', { screen: ratingWords('title') })}
                    </EmptyAction>
                  )
                }
              >
                {reportWords('satisfactionEmptyHint')}
              </EmptyState>
            </Panel>
          ) : isEmpty ? (
            <Panel>
              <EmptyState
                icon={ChartColumn}
                title={reportWords('empty')}
                action={
                  <EmptyAction onClick={() => change({ range: 'last_90_days', filter: null })}>
                    {reportWords('last_90_days')}
                  </EmptyAction>
                }
              >
                {reportWords('emptyHint')}
              </EmptyState>
            </Panel>
          ) : (
            <>
              <FigureCards state={state} report={report} onShow={(shown) => change({ shown })} />
              <ChartPanel {...parts} />
              <RowsPanel state={state} report={report} onChange={change} />
              <HeatPanel {...parts} />
            </>
          )}
        </Stack>
      </Page>
      {state.opened && (
        <ReportedDialog
          state={state}
          place={state.opened}
          report={report}
          today={today}
          onClose={() => change({ opened: null })}
        />
      )}
    </div>
  );
}
