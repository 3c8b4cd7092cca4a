/**
 * Notes of the newest entry of the audit log's chain, kept outside the database: in Redis and, with `AUDIT_ANCHOR_FILE`, in
 * a file that only grows. Write access to the database alone cannot make them agree with a log that was rolled back, cut
 * short or chained again. They are signed, so that write access to where they are kept can replay or remove one, and not
 * make one up.
 */
import { parseJson } from '@parley/contracts/json';
import { appendFile, open } from 'node:fs/promises';
import type { AuditDifference, AuditNoteStore } from '@parley/contracts/audit/audit';
import { detailsOfAction } from '@parley/db/audit/audit-log';
import { type ChainEnd, chainedEntries } from '@parley/db/audit/chain';
import type { Database } from '@parley/db/database';
import { RedisScript } from '@parley/service/redis-script';
import * as Type from 'typebox';
import { Compile } from 'typebox/compile';
import type { Context } from '../context.ts';
import { noHash } from './hash.ts';

export const auditAnchorConfig = {
  AUDIT_ANCHOR_FILE: Type.Optional(
    Type.String({
      pattern: '^/.+',
      description:
        'A file that the worker appends the newest number and hash of the audit log to, and that the log is compared with; best on a disk that this machine can only append to',
      examples: ['/var/lib/parley/audit-anchors.jsonl'],
    }),
  ),
};

export type NoteContext = Pick<Context, 'redis' | 'prefix' | 'secrets' | 'log' | 'auditAnchorFile'>;

const Note = Type.Object({
  no: Type.Integer(),
  hash: Type.String(),
  /** When the chain was begun that the entry is of. */
  begunAt: Type.String(),
  /** When the note was made. */
  at: Type.String(),
  /** Since when each note agreed with the log that the one before was of. */
  since: Type.String(),
  signature: Type.String(),
});
export type Note = Type.Static<typeof Note>;
const noteCheck = Compile(Note);

/** Content of one place: the newest note, if it is a genuine one. */
export interface NotePlace {
  keptIn: AuditNoteStore;
  text: string | null;
  note: Note | undefined;
}

const signedNote = 'audit note';
const textOf = ({ no, hash, begunAt, at, since }: Omit<Note, 'signature'>): string =>
  [no, hash, begunAt, at, since].join(' ');

const keyOf = ({ prefix }: Pick<Context, 'prefix'>): string => `${prefix}:audit:anchor`;

/** Reads the notes of all places. Must run before reading the chain, which then can only be newer. */
export async function readNotes(context: NoteContext): Promise<NotePlace[]> {
  const inRedis = await context.redis.get(keyOf(context));
  const places = [{ keptIn: 'redis' as const, text: inRedis, note: noteFrom(context, inRedis) }];
  if (!context.auditAnchorFile) return places;
  const inFile = await lastLineOf(context, context.auditAnchorFile);
  return [...places, { keptIn: 'file', text: inFile, note: noteFrom(context, inFile) }];
}

function noteFrom({ secrets }: NoteContext, text: string | null): Note | undefined {
  const note = parseJson(text ?? '');
  return noteCheck.Check(note) && secrets.verify(signedNote, textOf(note), note.signature) ? note : undefined;
}

/** More than any line has. */
const lineBytes = 2_000;

async function lastLineOf({ log }: NoteContext, path: string): Promise<string | null> {
  try {
    const file = await open(path, 'r');
    try {
      const { size } = await file.stat();
      const { buffer, bytesRead } = await file.read(
        Buffer.alloc(lineBytes),
        0,
        lineBytes,
        Math.max(0, size - lineBytes),
      );
      return buffer.toString('utf8', 0, bytesRead).trimEnd().split('\n').at(-1) ?? null;
    } finally {
      await file.close();
    }
  } catch (error) {
    // Not there before the first entry.
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) {
      log.warn({ err: error }, 'AUDIT_ANCHOR_FILE could not be read');
    }
    return null;
  }
}

/** Replaces a note if it is unchanged: of two processes that have read the same note, one succeeds. */
const replaceNote = new RedisScript(`
if (redis.call('GET', KEYS[1]) or '') ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2])
return 1
`);

/** Replaces the note of a place as it was read; false where another process has done so. */
export async function writeNote(
  context: NoteContext,
  { keptIn, text }: NotePlace,
  unsigned: Omit<Note, 'signature'>,
): Promise<boolean> {
  const note = JSON.stringify({ ...unsigned, signature: context.secrets.sign(signedNote, textOf(unsigned)) });
  if (keptIn === 'redis') return (await replaceNote.run(context.redis, [keyOf(context)], [text ?? '', note])) === 1;
  if (context.auditAnchorFile) await appendFile(context.auditAnchorFile, `${note}\n`);
  return true;
}

/** How a log that is whole in itself differs from a note: null where it holds the noted entry as it was noted. */
export async function differenceFrom(
  db: Database,
  { anchor, head }: { anchor?: ChainEnd; head?: ChainEnd },
  note: Note,
): Promise<AuditDifference | null> {
  if (!anchor || !head) return note.no > 0 ? 'shorter' : null;
  if (head.begunAt.toISOString() !== note.begunAt) return 'restarted';
  if (head.no < note.no) return 'shorter';
  // Removed for its age.
  if (note.no < anchor.no) return null;
  if (note.no === anchor.no) return note.hash === anchor.hash || anchor.hash === noHash ? null : 'differs';
  const [entry] = await chainedEntries(db, note.no - 1, 1);
  return entry?.chainNo === note.no && entry.hash === note.hash ? null : 'differs';
}

const signedAcknowledgement = 'audit acknowledgement';

/** Returns the signature in an entry that acknowledges a difference; writing one requires `APP_SECRET`. */
export const acknowledgementOf = ({ secrets }: Pick<Context, 'secrets'>, note: Note): string =>
  secrets.sign(signedAcknowledgement, textOf(note));

/** Whether an administrator has acknowledged that the log differs from this very note. */
export async function isAcknowledged(
  { secrets }: Pick<Context, 'secrets'>,
  db: Database,
  note: Note,
): Promise<boolean> {
  const details = await detailsOfAction(db, 'audit.difference_acknowledged');
  return details.some(({ seals }) =>
    [seals]
      .flat()
      .some((seal) => typeof seal === 'string' && secrets.verify(signedAcknowledgement, textOf(note), seal)),
  );
}
