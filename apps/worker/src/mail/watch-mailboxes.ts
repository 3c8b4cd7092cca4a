/**
 * Reads all mailboxes, each by one connection that waits for new mail (IDLE, RFC 2177). Leases spread the mailboxes over
 * the workers; those of a killed worker move on when its leases expire.
 */
import { hash, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Mailbox } from '@parley/contracts/channels/mailboxes';
import { withSecrets } from '@parley/core/mail/mailboxes';
import { listMailboxes, noteMailboxCheck } from '@parley/db/mail/mailboxes';
import { claimMailboxes, releaseMailboxes } from '@parley/db/mail/readers';
import { publishChange } from '@parley/core/live/publish-change';
import { keys } from '@parley/service/redis';
import type { JobContext } from '../job-context.ts';
import { failureOf } from './failure.ts';
import { environmentMailbox, type ImapMailbox, imapMailboxOf, openMailbox } from './mailbox.ts';
import { readNewMails } from './read-mailbox.ts';

/** A lease outlives many renewals; a killed worker's mailboxes are read again soon after it has expired. */
const leaseSeconds = 20;
/** Changes of mailboxes apply within this time too. */
const renewMs = 2_000;
/** IDLE is started again this often: servers may hang up after 30 minutes, and NATs forget connections earlier. */
const idleMs = 4 * 60_000;
/** Connections that fetch mails at the same time; all others wait for mail. Each may hold a mail of 25 MB. */
const fetchingMax = 3;
/** Waits after failures. Servers lock accounts after many wrong passwords, so those wait longer. */
const backoff = { firstMs: 5_000, loginMs: 60_000, mostMs: 10 * 60_000 };

export interface MailboxWatch {
  /** Hangs up and releases the leases. */
  stop(): Promise<void>;
}

interface Reader {
  /** Hash of its settings. */
  version: string;
  stop: AbortController;
  ended: Promise<void>;
}

/** Starts to read mailboxes, those that this worker gets leases of. */
export function watchMailboxes(context: JobContext): MailboxWatch {
  const holder = randomUUID();
  const readers = new Map<string, Reader>();
  const stopping = new AbortController();
  const fetching = slots(fetchingMax);
  let renewedAt = Date.now();

  function end(source: string): void {
    readers.get(source)?.stop.abort();
    readers.delete(source);
  }

  function begin(mailbox: ImapMailbox, version: string): void {
    const stop = new AbortController();
    const ended = keepReading(context, mailbox, { signal: stop.signal, fetching });
    readers.set(mailbox.source, { version, stop, ended });
  }

  async function renew(): Promise<void> {
    const mailboxes = await imapMailboxes(context);
    const workers = await countWorkers(context, holder);
    const held = await claimMailboxes(
      context.db,
      mailboxes.map(({ source, mailboxId }) => ({ source, mailboxId })),
      { holder, most: Math.ceil(mailboxes.length / workers), seconds: leaseSeconds },
    );
    renewedAt = Date.now();
    if (stopping.signal.aborted) return;
    for (const source of readers.keys()) if (!held.includes(source)) end(source);
    for (const mailbox of mailboxes) {
      if (!held.includes(mailbox.source)) continue;
      const version = hash('sha256', JSON.stringify(mailbox));
      const present = readers.get(mailbox.source);
      if (present?.version === version) continue;
      end(mailbox.source);
      begin(mailbox, version);
    }
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await renew().catch((error: unknown) => {
        context.log.warn({ err: error }, 'the leases of mailboxes could not be renewed');
        // Another worker reads them by now.
        if (Date.now() - renewedAt > leaseSeconds * 1000) for (const source of readers.keys()) end(source);
      });
      await pause(renewMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
      const ended = [...readers.values()].map((reader) => reader.ended);
      for (const source of readers.keys()) end(source);
      await Promise.all(ended);
      await releaseMailboxes(context.db, holder).catch(() => undefined);
      await context.redis.zrem(workersKey(context), holder).catch(() => undefined);
    },
  };
}

const workersKey = ({ prefix }: Pick<JobContext, 'prefix'>): string => keys(prefix).key('mail-workers');

/** Notes that this worker is alive and returns how many are. Alone while Redis is away, which costs balance only. */
async function countWorkers(context: JobContext, holder: string): Promise<number> {
  const key = workersKey(context);
  const now = Date.now();
  try {
    await context.redis.zadd(key, now, holder);
    await context.redis.zremrangebyscore(key, 0, now - leaseSeconds * 1000);
    return Math.max(1, await context.redis.zcard(key));
  } catch {
    return 1;
  }
}

async function imapMailboxes(context: JobContext): Promise<ImapMailbox[]> {
  const { IMAP_URL: first } = context.config;
  const found = first === undefined ? [] : [environmentMailbox(first)];
  for (const mailbox of await listMailboxes(context.db)) {
    const read = readable(context, mailbox);
    if (read) found.push(read);
  }
  return found;
}

/** Null for a mailbox that isn't read by IMAP, or has a secret of another APP_SECRET. */
function readable(context: JobContext, mailbox: Mailbox): ImapMailbox | null {
  try {
    return imapMailboxOf(withSecrets(context.secrets, mailbox));
  } catch {
    return null;
  }
}

interface Reading {
  signal: AbortSignal;
  fetching: Slots;
}

/** Reads a mailbox until it is stopped: connects again after failures, later each time. */
async function keepReading(context: JobContext, mailbox: ImapMailbox, reading: Reading): Promise<void> {
  const { signal } = reading;
  let failures = 0;
  while (!signal.aborted) {
    try {
      await readWhileConnected(context, mailbox, reading, async () => {
        failures = 0;
        await noteState(context, mailbox, null);
      });
    } catch (error) {
      if (signal.aborted) return;
      failures += 1;
      const { failure, isLogin } = failureOf(error);
      context.log.warn({ err: error, mailbox: mailbox.source }, 'a mailbox could not be read');
      await noteState(context, mailbox, failure);
      const first = isLogin ? backoff.loginMs : backoff.firstMs;
      const wait = Math.min(backoff.mostMs, first * 2 ** Math.min(failures - 1, 10)) * context.external.retryScale;
      await pause(wait, undefined, { signal }).catch(() => undefined);
    }
  }
}

/** Shows on the mailbox whether it could be read. The first mailbox has its own test in Integrations. */
async function noteState(context: JobContext, { mailboxId }: ImapMailbox, failure: Mailbox['failure']): Promise<void> {
  if (mailboxId === null) return;
  await noteMailboxCheck(context.db, mailboxId, failure)
    .then(() => publishChange(context, { frame: { type: 'mailboxes_updated' } }))
    .catch((error: unknown) => context.log.warn({ err: error, mailboxId }, 'a mailbox’s state could not be stored'));
}

/** Reads what is new, then waits for more, as long as the connection lives. @throws when it ends */
async function readWhileConnected(
  context: JobContext,
  mailbox: ImapMailbox,
  { signal, fetching }: Reading,
  onRead: () => Promise<void>,
): Promise<void> {
  const { client, opened, leave } = await openMailbox(context, mailbox, { idleMs });
  const news = signalled();
  client.on('exists', news.notify);
  client.on('close', news.notify);
  signal.addEventListener('abort', news.notify, { once: true });
  try {
    for (let isFirst = true; ; isFirst = false) {
      await fetching.use(() => readNewMails(context, mailbox, { client, opened, signal }));
      if (isFirst) await onRead();
      if (client.capabilities.has('IDLE')) {
        // Ends when the next command begins.
        client.idle().catch(news.notify);
        await news.wait(null);
      } else {
        await news.wait(context.config.IMAP_POLL_SECONDS * 1000);
      }
      signal.throwIfAborted();
      if (!client.usable) throw new Error('The mailbox’s server closed the connection.');
    }
  } finally {
    signal.removeEventListener('abort', news.notify);
    await leave();
  }
}

/** A signal that isn't lost if it comes before it is waited for. */
function signalled() {
  let isSet = false;
  let wake: (() => void) | undefined;
  return {
    notify: (): void => {
      isSet = true;
      wake?.();
    },
    /** Resolves at the next signal, or after so many milliseconds. */
    async wait(atMostMs: number | null): Promise<void> {
      if (!isSet) {
        const { promise, resolve } = Promise.withResolvers<void>();
        wake = resolve;
        const timer = atMostMs === null ? undefined : setTimeout(resolve, atMostMs);
        await promise;
        clearTimeout(timer);
        wake = undefined;
      }
      isSet = false;
    },
  };
}

interface Slots {
  use<T>(work: () => Promise<T>): Promise<T>;
}

/** Lets so many work at the same time, in the order in which they came. */
function slots(most: number): Slots {
  let free = most;
  const waiting: (() => void)[] = [];
  return {
    async use(work) {
      if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve));
      else free -= 1;
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else free += 1;
      }
    },
  };
}
