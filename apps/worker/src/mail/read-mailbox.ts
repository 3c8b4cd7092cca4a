/** Reads new mails of one mailbox: stores each before the next is fetched, and remembers the position by folder. */
import type { Context } from '@parley/core/context';
import { mailMaxBytes } from '@parley/core/mail/parse';
import { receiveMails } from '@parley/core/mail/receive';
import { readSyncProgress, writeSyncProgress } from '@parley/db/sync/state';
import type { ImapFlow, MailboxObject } from 'imapflow';
import { type ImapMailbox, placeOf } from './mailbox.ts';

/** A mailbox seen for the first time, or renumbered, is read back this far; stored mails are recognised. */
const lookBackDays = 2;
/** Number of mails after which the position is stored. */
const portion = 20;

interface Position {
  uidValidity: string;
  uid: number;
}

function readPosition(cursor: string | null): Position | null {
  const [uidValidity, uid] = cursor?.split(':') ?? [];
  return uidValidity && uid ? { uidValidity, uid: Number(uid) } : null;
}

/** Stores new mails; returns how many. UID and UIDVALIDITY: RFC 9051, section 2.3.1.1. */
export async function readNewMails(
  context: Context,
  mailbox: ImapMailbox,
  { client, opened, signal }: { client: ImapFlow; opened: MailboxObject; signal: AbortSignal },
): Promise<number> {
  const uidValidity = String(opened.uidValidity);
  const place = placeOf(mailbox);
  const { cursor, copied } = await readSyncProgress(context.db, place, mailbox.folder);
  const position = readPosition(cursor);
  const known = position?.uidValidity === uidValidity ? position.uid : null;
  const uids = await newUids(client, known);
  let stored = 0;
  for (let start = 0; start < uids.length; start += portion) {
    signal.throwIfAborted();
    const batch = uids.slice(start, start + portion);
    stored += await receiveMails(context, { source: 'imap', mailboxId: mailbox.mailboxId }, fetched(client, batch));
    if (mailbox.marksSeen) await client.messageFlagsAdd(batch, ['\\Seen'], { uid: true });
    await writeSyncProgress(context.db, place, mailbox.folder, {
      cursor: `${uidValidity}:${batch.at(-1)}`,
      copied: copied + stored,
    });
  }
  if (uids.length === 0 && known === null) {
    await writeSyncProgress(context.db, place, mailbox.folder, {
      cursor: `${uidValidity}:${Math.max(0, opened.uidNext - 1)}`,
      copied,
    });
  }
  return stored;
}

/** Fetches mails one by one. Only the beginning of a larger one is read: its text comes before attachments. */
async function* fetched(client: ImapFlow, uids: number[]) {
  const query = { uid: true, source: { maxLength: mailMaxBytes } };
  for await (const { source } of client.fetch(uids, query, { uid: true })) {
    // A server that does not know partial fetches sends all of it.
    if (source) yield { envelopeFrom: null, envelopeTo: [], raw: source.subarray(0, mailMaxBytes) };
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
