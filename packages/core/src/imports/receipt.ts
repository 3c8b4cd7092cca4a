/** Receipts of imports: counts and checksums of what is stored, signed with the installation's key. */
import { isObject } from '@parley/contracts/json';
import { createHash } from 'node:crypto';
import type { ImportReceipt } from '@parley/contracts/imports/import';
import type { ImportRow } from '@parley/db/imports/imports';
import { createdItems } from '@parley/db/imports/items';
import { readMarks, undoneKinds } from '@parley/db/imports/rows';
import { findUser } from '@parley/db/users/users';
import type { Context } from '../context.ts';

const purpose = 'receipt of an import';
const pageSize = 500;

type Unsigned = Omit<ImportReceipt, 'signature'>;

/** Fields in a fixed order, whatever order a receipt has come back in. */
const signedText = (receipt: Unsigned): string => JSON.stringify(receipt, (_key, value: unknown) => sorted(value));

const sorted = (value: unknown): unknown =>
  isObject(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/** Reads back what was created and signs the counts of it. */
export async function makeReceipt(context: Context, row: ImportRow, finishedAt: Date): Promise<ImportReceipt> {
  const { db, secrets, publicUrl } = context;
  const checksums: ImportReceipt['checksums'] = [];
  for (const kind of undoneKinds) {
    const hash = createHash('sha256');
    let records = 0;
    for await (const items of createdItems(db, row.id, kind, pageSize)) {
      const marks = await readMarks(
        db,
        kind,
        items.map(({ targetId }) => targetId),
      );
      for (const { externalId, targetId, contentHash } of items)
        hash.update(`${externalId}\n${targetId}\n${contentHash}\n${marks.get(targetId) ?? ''}\n`);
      records += items.length;
    }
    if (records > 0) checksums.push({ kind, records, sha256: hash.digest('hex') });
  }
  const importer = row.createdBy === null ? undefined : await findUser(db, row.createdBy);
  const receipt: Unsigned = {
    importId: row.id,
    source: row.source,
    account: row.account,
    installation: publicUrl,
    importedBy: importer?.name ?? null,
    startedAt: (row.writtenAt ?? row.createdAt).toISOString(),
    finishedAt: finishedAt.toISOString(),
    counts: row.counts,
    issues: row.issues,
    checksums,
  };
  return { ...receipt, signature: secrets.sign(purpose, signedText(receipt)) };
}

/** Returns whether this installation has signed the receipt as it is. */
export function isGenuine({ secrets }: Pick<Context, 'secrets'>, { signature, ...receipt }: ImportReceipt): boolean {
  return secrets.verify(purpose, signedText(receipt), signature);
}
