/** State that the writers of an import share, and what records became. */
import { createHash } from 'node:crypto';
import type { Attribute, StoredAttributes } from '@parley/contracts/conversations/attributes';
import type { ImportMapping } from '@parley/contracts/imports/import';
import type { Transaction } from '@parley/db/database';
import type { ImportRow } from '@parley/db/imports/imports';
import { findItems, type ImportItem, type NewImportItem, storeItems } from '@parley/db/imports/items';
import { readMarks, type UndoneKind } from '@parley/db/imports/rows';
import type { ImportedUser } from '@parley/db/imports/users';
import type { Tally } from './tally.ts';

/** Ours for theirs, looked up once a page. */
export interface OpenMapping {
  userOf(externalId: string | null | undefined): ImportedUser | undefined;
  /** Website and mailbox of an inbox, and whether it is one of mails. */
  placeOf(inboxId: string | null | undefined): Pick<ImportMapping['inboxes'][number], 'websiteId' | 'mailboxId'> & {
    websiteDomain: string | null;
    isMail: boolean;
  };
  isClosed(record: { status: string; isClosed: boolean }): boolean;
  /** Returns values as they are stored; notes those that don't fit their attribute. */
  valuesOf(
    subject: Attribute['subject'],
    given: Readonly<Record<string, unknown>> | undefined,
    about: { id: string; setAt: Date; tally: Tally },
  ): StoredAttributes;
  /** Returns the ids of tags with these names, which are created where they don't exist. */
  tags(writing: Writing, names: readonly string[]): Promise<Map<string, string>>;
}

/** State that the writers of a page share. */
export interface Writing {
  db: Transaction;
  row: ImportRow & { mapping: ImportMapping };
  mapping: OpenMapping;
  tally: Tally;
  storesFiles: boolean;
  /** Files to fetch after the commit. */
  fileIds: string[];
}

/** Record that became ours, or was ours already. */
export interface Written {
  externalId: string;
  targetId: string;
  isNew: boolean;
  contentHash: string;
  added?: NewImportItem['added'];
}

export const hashOf = (record: unknown): string => createHash('sha256').update(JSON.stringify(record)).digest('hex');

/** Returns what is known of records, without items of which the row was deleted since. */
export async function knownItems(
  { db, row }: Writing,
  kind: UndoneKind,
  externalIds: readonly string[],
): Promise<Map<string, ImportItem>> {
  const items = await findItems(db, row.accountKey, kind, externalIds);
  const there = await readMarks(
    db,
    kind,
    [...items.values()].map(({ targetId }) => targetId),
  );
  return new Map([...items].filter(([, { targetId }]) => there.has(targetId)));
}

/** Stores what records became, with the marks of what is new. */
export async function storeWritten(
  { db, row, tally }: Writing,
  kind: UndoneKind,
  written: readonly Written[],
): Promise<void> {
  const marks = await readMarks(
    db,
    kind,
    written.flatMap(({ targetId, isNew }) => (isNew ? targetId : [])),
  );
  for (const { isNew } of written) tally.count(kind, isNew ? 'created' : 'matched');
  await storeItems(
    db,
    written.map(({ externalId, targetId, isNew, contentHash, added }) => ({
      accountKey: row.accountKey,
      kind,
      externalId,
      importId: row.id,
      targetId,
      isNew,
      contentHash,
      mark: marks.get(targetId) ?? null,
      ...(added && { added }),
    })),
  );
}
