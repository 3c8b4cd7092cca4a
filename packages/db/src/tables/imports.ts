import type { LocalizedText } from '@parley/contracts/i18n/localized-text';
import type {
  ImportCount,
  ImportFound,
  ImportIssue,
  ImportKind,
  ImportMapping,
  ImportReceipt,
  ImportState,
} from '@parley/contracts/imports/import';
import type { ImportedRecord } from '@parley/contracts/imports/records';
import type { ImportSourceId } from '@parley/contracts/imports/sources';
import type { StoredAttributes } from '@parley/contracts/conversations/attributes';
import type { Defaulted, DefaultedInstant, Json, NullableInstant } from './columns.ts';

export interface ImportsTable {
  id: Defaulted<string>;
  source: ImportSourceId;
  account: string;
  /** Keeps the ids of one account of another product apart from those of all others. */
  accountKey: string;
  state: ImportState;
  failedIn: Defaulted<ImportState | null>;
  error: Json<LocalizedText | null>;
  /** Encrypted; removed once everything is read. */
  connection: string | null;
  /** In bytes, 64 bits wide, hence text; null without a file. */
  fileSize: string | number | null;
  received: Defaulted<string | number>;
  /** Position in the source behind the last stored page. */
  cursor: Json<ImportCursor | null>;
  waitingUntil: NullableInstant;
  recordsRead: Defaulted<number>;
  recordsWritten: Defaulted<number>;
  /** Records read and written when its job had lost too many workers. */
  stalledAt: Defaulted<number | null>;
  counts: Json<ImportCount[]>;
  issues: Json<ImportIssue[]>;
  found: Json<ImportFound | null>;
  mapping: Json<ImportMapping | null>;
  receipt: Json<ImportReceipt | null>;
  createdBy: string | null;
  createdAt: DefaultedInstant;
  /** Time when writing began. */
  writtenAt: NullableInstant;
  finishedAt: NullableInstant;
}

/** Position in a source: its step, and where in it. */
export interface ImportCursor {
  step: number;
  position: unknown;
}

export interface ImportPagesTable {
  importId: string;
  /** Order of writing: what others refer to comes first. */
  rank: number;
  n: number;
  records: Json<ImportedRecord[]>;
}

/** Everything that an import added to a contact that was here before. */
export interface AddedToContact {
  attributes: StoredAttributes;
  companyId: string | null;
  noteIds: string[];
}

export interface ImportItemsTable {
  accountKey: string;
  kind: ImportKind;
  externalId: string;
  importId: string;
  targetId: string;
  /** False if it was here before. */
  isNew: boolean;
  contentHash: string;
  /** Hash of ours as it was written; null for what was here before. */
  mark: string | null;
  added: Json<AddedToContact | null>;
  isKept: Defaulted<boolean>;
}

export interface ImportTables {
  imports: ImportsTable;
  importPages: ImportPagesTable;
  importItems: ImportItemsTable;
}
