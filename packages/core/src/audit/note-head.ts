/** Notes the newest entry of the audit log outside the database, beyond the reach of anyone who can change the log. */
import type { AuditDifference, AuditNoteStore } from '@parley/contracts/audit/audit';
import type { Context } from '../context.ts';
import { type End, readGenuineEnds } from './chain.ts';
import {
  differenceFrom,
  isAcknowledged,
  type Note,
  type NoteContext,
  type NotePlace,
  readNotes,
  writeNote,
} from './notes.ts';

/**
 * Notes the newest entry of the chain in the log stream, in Redis and in `AUDIT_ANCHOR_FILE`. A note that differs from
 * the log stays until an admin acknowledges the difference: it is the evidence. With `isLogged` such a difference is
 * logged.
 */
export async function noteHead(
  context: Pick<Context, 'db'> & NoteContext,
  { isLogged = true }: { isLogged?: boolean } = {},
): Promise<void> {
  const places = await readNotes(context);
  const found = await compared(context, places);
  if (!found) return;
  const { head, different, since } = found;
  if (different) {
    const { note, keptIn, why } = different;
    const heads = { auditHead: { no: head.no }, noted: { no: note.no, keptIn }, why };
    if (isLogged) context.log.error(heads, 'the audit log differs from what was noted of it');
    return;
  }
  const behind = places.filter(({ note }) => !note || !isOf(note, head));
  if (behind.length === 0) return;
  const at = new Date().toISOString();
  const begunAt = head.begunAt.toISOString();
  for (const place of behind) {
    if (!(await writeNote(context, place, { no: head.no, hash: head.hash, begunAt, at, since: since ?? at }))) return;
  }
  // A field called `hash` would be hidden.
  context.log.info({ auditHead: { no: head.no, sha256: head.hash, begunAt } }, 'the audit log has a new newest entry');
}

/** Whether a note differs from the log, and no admin has acknowledged that. */
export const differsFromNotes = async (context: Pick<Context, 'db'> & NoteContext): Promise<boolean> =>
  (await compared(context, await readNotes(context)))?.different !== undefined;

const isOf = (note: Note, head: End): boolean =>
  note.no === head.no && note.hash === head.hash && note.begunAt === head.begunAt.toISOString();

interface Compared {
  head: End;
  different?: { note: Note; keptIn: AuditNoteStore; why: AuditDifference };
  /** Since when the notes agree with the log. */
  since: string | undefined;
}

/** Returns the head and its comparison with the notes; undefined if there is no genuine one. */
async function compared(
  context: Pick<Context, 'db'> & NoteContext,
  places: readonly NotePlace[],
): Promise<Compared | undefined> {
  return context.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (db) => {
      const ends = await readGenuineEnds(context, db);
      if (!ends) return undefined;
      const { head } = ends;
      const since: string[] = [];
      for (const { note, keptIn } of places) {
        if (!note) continue;
        const why = isOf(note, head) ? null : await differenceFrom(db, ends, note);
        if (why === null) since.push(note.since);
        else if (!(await isAcknowledged(context, db, note))) {
          return { head, different: { note, keptIn, why }, since: undefined };
        }
      }
      return { head, since: since.toSorted()[0] };
    });
}
