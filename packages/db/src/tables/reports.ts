import type { MailProblem, ReportAudience, ReportSchedule, ReportSelection } from '@parley/contracts/reports/saved';
import type { ReportId } from '@parley/contracts/reports/reports';
import type { Defaulted, DefaultedInstant, Instant, Json, NullableInstant } from './columns.ts';

/** Schedule as it is stored: recipients have rows of their own. */
export type StoredSchedule = Omit<ReportSchedule, 'recipients'>;

export interface SavedReportsTable {
  id: Defaulted<string>;
  ownerId: string;
  name: string;
  report: ReportId;
  selection: Json<ReportSelection>;
  audience: ReportAudience;
  /** Null if it isn't mailed. */
  schedule: Json<StoredSchedule> | null;
  /** Time of the next mails; null while there are none to come. */
  nextAt: NullableInstant;
  createdAt: DefaultedInstant;
  updatedAt: DefaultedInstant;
}

/** Stores to whom a report is mailed, and why they get no mails. */
export interface SavedReportRecipientsTable {
  savedReportId: string;
  userId: string;
  problem: Defaulted<MailProblem | null>;
}

/** Stores one row per mail of a report: a recipient has at most one of each period. */
export interface ReportMailsTable {
  id: Defaulted<string>;
  savedReportId: string;
  userId: string;
  period: string;
  /** Time that it was due at, which decides its range. */
  dueAt: Instant;
  /** Kept as `sending` where a process died while it called the mail server. */
  state: Defaulted<'waiting' | 'sending' | 'sent' | 'left_out' | 'failed'>;
  createdAt: DefaultedInstant;
}

export interface ReportTables {
  savedReports: SavedReportsTable;
  savedReportRecipients: SavedReportRecipientsTable;
  reportMails: ReportMailsTable;
}
