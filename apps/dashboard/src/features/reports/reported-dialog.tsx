import { Skeleton } from '@chakra-ui/react';
import { hasValues, reportedOrders, type ReportedOrder, reportMetric } from '@parley/contracts/reports/reports';
import { reportedPerPageMax } from '@parley/contracts/reports/limits';
import {
  listReported,
  type Report,
  type ReportedConversation,
  type ReportFigure,
} from '@parley/contracts/routes/reports';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Check, Inbox, Minus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { pagesOf } from '../../api/pages.ts';
import { metricWords } from '../../i18n/en/metrics.ts';
import { reportWords } from '../../i18n/en/reports.ts';
import { Awaited } from '../../ui/awaited.tsx';
import { CustomerAvatar } from '../../ui/customer.tsx';
import { DialogFrame } from '../../ui/dialog-frame.tsx';
import { EmptyState } from '../../ui/empty.tsx';
import { Select } from '../../ui/fields.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { customerLabel } from '../../ui/person.ts';
import { exactTime } from '../../ui/times.ts';
import type { FigurePlace, ReportState } from '@parley/contracts/reports/address';
import { queryOfState } from './report-state.ts';
import { dayOfWeek, figureOf, hourName, rangeWords, rowName, stepWords, valueWords } from './report-words.ts';
import styles from './reports.module.css';

interface ReportedDialogProps {
  state: ReportState;
  place: FigurePlace;
  report: Report | undefined;
  today: string;
  onClose: () => void;
}

/** Lists the conversations that a figure counts, each with its value; each opens its thread. */
export function ReportedDialog({ state, place, report, today, onClose }: ReportedDialogProps) {
  const [order, setOrder] = useState<ReportedOrder>('newest');
  const query = { ...queryOfState(state, today), ...place, order, limit: reportedPerPageMax };
  const list = useInfiniteQuery(
    pagesOf(listReported, (cursor) => ({
      params: { report: state.report },
      query: { ...query, ...(cursor && { cursor }) },
    })),
  );
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  const figure = report && figureAt(report, place);
  return (
    <DialogFrame
      title={
        report
          ? reportWords('listOf', { metric: metricWords(place.metric), range: placeWords(report, place) })
          : metricWords(place.metric)
      }
      size="lg"
      isLong
      onClose={onClose}
    >
      <p className={styles.listed}>
        {figure ? (
          <>
            <strong>{valueWords(place.metric, figure.value)}</strong>
            <span data-testid="counted">{reportWords('listed', { count: figure.n })}</span>
          </>
        ) : (
          <Skeleton height="1em" width="8em" />
        )}
        <span className={styles.order}>
          <Select<ReportedOrder>
            aria-label={reportWords('order')}
            value={order}
            options={reportedOrders
              .filter((each) => !isByValue[each] || hasValues(place.metric))
              .map((value) => ({ value, label: reportWords(value) }))}
            onChange={setOrder}
          />
        </span>
      </p>
      <Awaited read={list} lines={6} />
      {list.data && items.length === 0 && (
        <EmptyState icon={Inbox} title={reportWords('noneListed')} compact action={undefined}>
          {reportWords('noneListedHint')}
        </EmptyState>
      )}
      <ul className={styles.reported}>
        {items.map((item, index) => (
          // A conversation is listed as often as it counts.
          <Reported key={`${item.conversation.id} ${item.at} ${index}`} item={item} metric={place.metric} />
        ))}
      </ul>
      <MoreButton list={list} />
    </DialogFrame>
  );
}

const isByValue: Record<ReportedOrder, boolean> = { newest: false, oldest: false, highest: true, lowest: true };

function Reported({
  item: { conversation, at, value, comment },
  metric,
}: {
  item: ReportedConversation;
  metric: FigurePlace['metric'];
}) {
  return (
    <li>
      <Link to={`/conversations?selected=${conversation.id}`}>
        <CustomerAvatar customer={conversation} size="sm" />
        <span className={styles.reportedName}>
          <bdi>{customerLabel(conversation)}</bdi>
          {comment === undefined ? (
            <small dir="auto">{conversation.lastMessage?.content.slice(0, 120)}</small>
          ) : (
            <q dir="auto">{comment}</q>
          )}
        </span>
        <time dateTime={at}>{exactTime(at)}</time>
        <CountedValue metric={metric} value={value} />
      </Link>
    </li>
  );
}

function CountedValue({ metric, value }: { metric: FigurePlace['metric']; value: number }) {
  const { statistic } = reportMetric(metric);
  if (!hasValues(metric)) return null;
  if (statistic !== 'share') return <b>{valueWords(metric, value)}</b>;
  const [Icon, label] = value > 0 ? [Check, reportWords('counts')] : [Minus, reportWords('doesNotCount')];
  return (
    <b title={label}>
      <Icon size={15} aria-hidden />
      <span className="sr-only">{label}</span>
    </b>
  );
}

/** Returns the figure of a list of conversations, as the report shows it. */
function figureAt(report: Report, { metric, key, date, weekday, hour }: FigurePlace): ReportFigure | undefined {
  if (key !== undefined) return figureOf(report.rows.find((row) => row.key === key)?.figures ?? [], metric);
  if (date !== undefined) return figureOf(report.series.find((step) => step.date === date)?.figures ?? [], metric);
  if (hour === undefined) return figureOf(report.figures, metric);
  const n = report.heat.find((cell) => cell.weekday === weekday && cell.hour === hour)?.n ?? 0;
  return { metric, value: n, n };
}

/** Names the part of the report: a row, a day, an hour of a weekday, or its days. */
function placeWords(report: Report, { key, date, weekday, hour }: FigurePlace): string {
  if (key !== undefined && report.slice) {
    const row = report.rows.find((each) => each.key === key);
    return rowName(report.slice, row ?? { key, label: null });
  }
  if (date !== undefined) return stepWords(report.step, date);
  if (weekday !== undefined && hour !== undefined) return `${dayOfWeek(weekday)} ${hourName(hour)}`;
  return rangeWords(report.range);
}
