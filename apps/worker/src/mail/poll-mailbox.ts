/** Looking into the mailbox that answers by mail arrive in. Nothing in it is changed: where we are is kept on our side. */
import { mailMaxBytes } from '@parley/core/mail/parse';
import { receiveMail } from '@parley/core/mail/receive';
import { readSyncProgress, writeSyncProgress } from '@parley/db/sync/state';
import type { ImapFlow } from 'imapflow';
import type { JobContext } from '../job-context.ts';
import { openMailbox } from './mailbox.ts';

/** A mailbox seen for the first time, or renumbered, is read back this far; what was stored before is recognised. */
const lookBackDays = 2;
/** The place is kept after each such portion. */
const portion = 20;
/** Time limit of one poll, however slow the server; the next continues from there. */
const lookMs = 10 * 60_000;

interface Place {
  uidValidity: string;
  uid: number;
}

function readPlace(cursor: string | null): Place | null {
  const [uidValidity, uid] = cursor?.split(':') ?? [];
  return uidValidity && uid ? { uidValidity, uid: Number(uid) } : null;
}

/** Stores what is new. Answers how many mails. UID and UIDVALIDITY: RFC 9051, section 2.3.1.1. */
export async function pollMailbox(context: JobContext): Promise<number> {
  const address = context.config.IMAP_URL;
  if (address === undefined) return 0;
  const { client, opened, source, name, leave } = await openMailbox(context, address, lookMs);
  try {
    const uidValidity = String(opened.uidValidity);
    const { cursor, copied } = await readSyncProgress(context.db, source, name);
    const place = readPlace(cursor);
    const known = place?.uidValidity === uidValidity ? place.uid : null;
    const uids = await newUids(client, known);
    let stored = 0;
    for (let start = 0; start < uids.length; start += portion) {
      const batch = uids.slice(start, start + portion);
      for await (const message of client.fetch(
        batch,
        // Only the beginning of a larger mail is read: its text comes before attachments.
        { uid: true, source: { maxLength: mailMaxBytes } },
        { uid: true },
      )) {
        if (!message.source) continue;
        await receiveMail(context, {
          source: 'imap',
          envelopeFrom: null,
          envelopeTo: [],
          // A server that does not know partial fetches sends all of it.
          raw: message.source.subarray(0, mailMaxBytes),
        });
        stored += 1;
      }
      const last = batch.at(-1);
      if (last === undefined) continue;
      await writeSyncProgress(context.db, source, name, {
        cursor: `${uidValidity}:${last}`,
        copied: copied + stored,
      });
    }
    if (uids.length === 0 && known === null) {
      await writeSyncProgress(context.db, source, name, {
        cursor: `${uidValidity}:${Math.max(0, opened.uidNext - 1)}`,
        copied,
      });
    }
    return stored;
  } finally {
    await leave();
  }
}

/** UIDs behind the known one, or of the last days, in order. */
async function newUids(client: ImapFlow, known: number | null): Promise<number[]> {
  const query =
    known === null ? { since: new Date(Date.now() - lookBackDays * 24 * 3600 * 1000) } : { uid: `${known + 1}:*` };
  const found = (await client.search(query, { uid: true })) || [];
  // `n:*` always names the last message, even one before n.
  return found.filter((uid) => known === null || uid > known).toSorted((a, b) => a - b);
}
