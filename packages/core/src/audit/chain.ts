/**
 * Chains the entries of the audit log. Use cases insert entries like any row, and the worker chains them a moment
 * later, one run at a time: no request waits for another, and the chain can't fork.
 *
 * Both of its ends are signed with a key made from APP_SECRET, and the newest entry is noted outside the database
 * (`notes.ts`). Write access to the database alone allows changing and removing entries, but `checkAuditChain` finds
 * it: signed ends can be restored from an earlier state, and entries chained again, but then they differ from the
 * notes.
 */
import type { AuditChain } from '@parley/contracts/audit/audit';
import { insertAuditEntry } from '@parley/db/audit/audit-log';
import * as chain from '@parley/db/audit/chain';
import type { Database, Transaction } from '@parley/db/database';
import type { Context } from '../context.ts';
import { entryHash, noHash } from './hash.ts';
import { differenceFrom, isAcknowledged, type NoteContext, type NotePlace, readNotes } from './notes.ts';

type ChainContext = Pick<Context, 'db' | 'secrets'>;
export type End = Omit<chain.ChainEnd, 'signature' | 'updatedAt'>;

const signed = 'audit chain';
const textOf = ({ place, no, hash, begunAt }: End): string => `${place} ${no} ${hash} ${begunAt.toISOString()}`;
const isGenuine = ({ secrets }: Pick<Context, 'secrets'>, end: chain.ChainEnd | undefined): end is chain.ChainEnd =>
  end !== undefined && secrets.verify(signed, textOf(end), end.signature);

const write = ({ secrets }: ChainContext, db: Transaction, end: End): Promise<void> =>
  chain.writeChainEnd(db, { ...end, signature: secrets.sign(signed, textOf(end)) });

/** Both ends; undefined where one is missing or not ours. */
export async function readGenuineEnds(
  context: Pick<Context, 'secrets'>,
  db: Database,
): Promise<Record<chain.ChainEnd['place'], chain.ChainEnd> | undefined> {
  const { anchor, head } = await chain.readChainEnds(db);
  return isGenuine(context, anchor) && isGenuine(context, head) ? { anchor, head } : undefined;
}

const perRun = 500;

/**
 * Chains new entries. `tell` gets them within the transaction. Returns their number; 0 while another process does it.
 */
export async function chainAuditLog(
  context: ChainContext,
  publish: (db: Transaction, entries: readonly chain.ChainedRow[]) => Promise<void> = async () => undefined,
): Promise<number> {
  return context.db.transaction().execute(async (db) => {
    if (!(await chain.lockChain(db))) return 0;
    const head = await presentHead(context, db);
    let { no, hash } = head;
    const chained = (await chain.unchainedEntries(db, perRun)).map((entry): chain.ChainedRow => {
      no += 1;
      hash = entryHash(hash, no, entry);
      return { ...entry, chainNo: no, hash };
    });
    if (chained.length === 0) return 0;
    await chain.chainEntries(db, chained);
    await write(context, db, { ...head, no, hash });
    await publish(db, chained);
    return chained.length;
  });
}

/**
 * Returns the end that new entries are chained to. Without a genuine one (it was tampered with, or APP_SECRET was
 * replaced without keeping the previous one) a new chain begins, with an entry about it.
 */
async function presentHead(context: ChainContext, db: Transaction): Promise<End> {
  const { anchor, head } = await chain.readChainEnds(db);
  if (isGenuine(context, head) && isGenuine(context, anchor)) return head;
  const last = await chain.lastChainNo(db);
  const isFirst = !anchor && !head && last === 0;
  if (!isFirst) {
    await insertAuditEntry(db, {
      actorId: null,
      actorName: null,
      action: 'audit.chain_restarted',
      details: { no: last },
    });
  }
  const begun = { no: last, hash: noHash, begunAt: new Date() };
  await write(context, db, { place: 'anchor', ...begun });
  await write(context, db, { place: 'head', ...begun });
  return { place: 'head', ...begun };
}

const perRead = 1_000;
/** An entry is in the chain this long after it was written at the latest, while a worker runs. */
const chainedWithinMs = 5 * 60_000;

/**
 * Computes the whole chain again to check that every entry exists unchanged, and compares it with the notes outside the
 * database.
 */
export async function checkAuditChain(context: ChainContext & NoteContext): Promise<AuditChain> {
  const places = await readNotes(context);
  return context.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (db) => {
      const within = await checkWithin(context, db);
      const noted = await checkNotes(context, db, { places, no: within.head?.no ?? 0 });
      return { ...within, noted: noted.noted, broken: within.broken ?? noted.broken };
    });
}

/** Without a look outside. */
async function checkWithin(context: ChainContext, db: Transaction): Promise<Omit<AuditChain, 'noted'>> {
  const { anchor, head } = await chain.readChainEnds(db);
  const waiting = await chain.countUnchained(db, new Date(Date.now() - chainedWithinMs));
  const none = { entries: 0, begunAt: null, head: null, waiting, broken: null };
  if (!anchor && !head && (await chain.lastChainNo(db)) === 0) return none;
  if (!isGenuine(context, anchor) || !isGenuine(context, head)) {
    return { ...none, broken: { no: head?.no ?? 0, why: 'ends' } };
  }
  const { entries, broken } = await follow(db, anchor, head);
  // Only tampering adds entries after the signed end.
  const isLonger = (await chain.chainedEntries(db, head.no, 1)).length > 0;
  return {
    entries,
    begunAt: anchor.begunAt.toISOString(),
    head: { no: head.no, hash: head.hash },
    waiting,
    broken: broken ?? (isLonger ? { no: head.no + 1, why: 'changed' } : null),
  };
}

/** The note that the log differs from, else the newest one that it agrees with. */
async function checkNotes(
  context: Pick<Context, 'secrets'>,
  db: Transaction,
  { places, no }: { places: readonly NotePlace[]; no: number },
): Promise<Pick<AuditChain, 'noted' | 'broken'>> {
  const ends = await chain.readChainEnds(db);
  let noted: AuditChain['noted'] = null;
  for (const { note, keptIn } of places) {
    if (!note) continue;
    const why = await differenceFrom(db, ends, note);
    const shown = { no: note.no, hash: note.hash, at: note.at, since: note.since, keptIn };
    if (why === null) {
      if (!noted || shown.no > noted.no) noted = shown;
    } else if (!(await isAcknowledged(context, db, note))) return { noted: shown, broken: { no, why } };
  }
  return { noted, broken: null };
}

/** From one end to the other: how many entries hold, and where the first is that does not. */
async function follow(
  db: Transaction,
  from: Pick<End, 'no' | 'hash'>,
  to: Pick<End, 'no' | 'hash'>,
): Promise<Pick<AuditChain, 'entries' | 'broken'>> {
  let { no, hash } = from;
  let entries = 0;
  const broken = (why: 'missing' | 'changed') => ({ entries, broken: { no: no + 1, why } });
  while (no < to.no) {
    const rows = await chain.chainedEntries(db, no, perRead);
    if (rows.length === 0) return broken('missing');
    for (const row of rows) {
      if (row.chainNo !== no + 1) return broken('missing');
      if (row.hash !== entryHash(hash, row.chainNo, row)) return broken('changed');
      ({ chainNo: no, hash } = row);
      entries += 1;
      if (no === to.no) break;
    }
  }
  return { entries, broken: hash === to.hash ? null : { no, why: 'changed' } };
}

const dayMs = 24 * 3600 * 1000;

/**
 * Removes entries made before `before`, once a day at most; the chain then begins after them. Whether they were
 * complete and unchanged is recorded, since it can't be checked afterwards. Returns the number of them.
 */
export async function cutAuditLog(context: ChainContext, before: Date): Promise<number> {
  return context.db.transaction().execute(async (db) => {
    if (!(await chain.lockChain(db))) return 0;
    const { anchor, head } = await chain.readChainEnds(db);
    if (!isGenuine(context, anchor) || !isGenuine(context, head)) return 0;
    const isFirstCut = anchor.hash === noHash;
    if (!isFirstCut && Date.now() - anchor.updatedAt.getTime() < dayMs) return 0;
    const no = Math.min((await chain.chainNoBefore(db, before)) ?? head.no, head.no);
    if (no <= anchor.no) return 0;
    const [last] = await chain.chainedEntries(db, no - 1, 1);
    const end = last?.chainNo === no ? last : undefined;
    const { broken } = end
      ? await follow(db, anchor, { no, hash: end.hash })
      : { broken: { no, why: 'missing' as const } };
    const entries = await chain.deleteChainedUpTo(db, no);
    // Without the entry the next one can't be checked any more, and counts as changed.
    await write(context, db, { place: 'anchor', no, hash: end?.hash ?? noHash, begunAt: anchor.begunAt });
    await insertAuditEntry(db, {
      actorId: null,
      actorName: null,
      action: 'audit.old_entries_removed',
      details: { entries, before: before.toISOString(), upTo: no, unbroken: broken === null },
    });
    return entries;
  });
}
