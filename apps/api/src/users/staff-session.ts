/** The session behind a request of the team: a record in Redis, which a signed cookie names. */
import { randomBytes } from 'node:crypto';
import { secondStepMinutes } from '@parley/contracts/limits';
import type { SignInMethod, SignInRecord } from '@parley/contracts/sign-in';
import type { OpenContext } from '@parley/core/open-context';
import { endSession, readSession, sessionLifetimeSeconds, writeSession } from '@parley/core/sessions';
import type { ProviderSession } from '@parley/core/sign-in/provider-sessions';

/** Whose password, link or provider was right, before the second step. */
export interface BegunSignIn {
  userId: string;
  /** The account's `session_epoch` then. */
  epoch: number;
  method: SignInMethod;
}

export interface SessionRecord extends Partial<SignInRecord> {
  userId?: string;
  /** Where it began by one: the identity provider, and what it calls the session. */
  provider?: ProviderSession;
  /** The account's `session_epoch` at sign-in: when the account's has been raised, this session has ended. */
  epoch?: number;
  /** When the lifetime was last counted anew, in milliseconds. */
  renewedAt?: number;
  /** A sign-in that waits for its second step: nobody is signed in by it. */
  begun?: BegunSignIn;
}

/**
 * The cookie only names a record, whose end is the session's: a socket can make that later, but no cookie. Browsers keep
 * none longer than 400 days, https://www.rfc-editor.org/rfc/rfc6265bis
 */
export const cookieLifetimeMs = 400 * 24 * 3600 * 1000;

/** What a request knows of its session, and what it makes of it. */
export class StaffSession {
  readonly #store: SessionStore;
  #id: string | undefined;
  #record: Readonly<SessionRecord>;
  #isKept: boolean;
  #isChanged = false;

  /** Of a request that brings none, one that is kept only once something is to be remembered. */
  constructor(store: SessionStore, id?: string, record: Readonly<SessionRecord> = {}) {
    this.#store = store;
    this.#id = id;
    this.#record = record;
    this.#isKept = id !== undefined;
  }

  /** By this its record is found; its cookie holds it, and nobody else is told. */
  get sessionId(): string {
    this.#id ??= randomBytes(24).toString('base64url');
    return this.#id;
  }

  get record(): Readonly<SessionRecord> {
    return this.#record;
  }

  /** Whether there is something to save, and a cookie to send. */
  get isChanged(): boolean {
    return this.#isChanged;
  }

  /** Remembers more, from the answer to this request on, or from `save`. */
  change(more: SessionRecord): void {
    this.#record = { ...this.#record, ...more };
    this.#isChanged = true;
  }

  async save(): Promise<void> {
    await this.#store.write(this.sessionId, this.#record);
    this.#isKept = true;
  }

  /** Ends this session and begins another, under an id that nobody can have planted. */
  async begin(record: SessionRecord): Promise<void> {
    await this.end();
    this.#record = record;
    this.#isChanged = true;
  }

  async end(): Promise<void> {
    if (this.#isKept) await this.#store.end(this.sessionId);
    this.#id = undefined;
    this.#record = {};
    this.#isKept = false;
    this.#isChanged = false;
  }
}

export interface SessionStore {
  /** A record that was read within the last second. */
  kept(id: string): Readonly<SessionRecord> | undefined;
  /** Nothing is known of a session that has ended. */
  read(id: string): Promise<Readonly<SessionRecord>>;
  write(id: string, record: SessionRecord): Promise<void>;
  end(id: string): Promise<void>;
}

/**
 * A dashboard makes its calls in bursts: within one, Redis is asked once. An ended session is dropped when its end is
 * announced, and outlives a lost announcement by less than a second.
 */
const keptForMs = 900;
const keptMax = 10_000;

export function createSessionStore(context: OpenContext): SessionStore {
  const records = new Map<string, { record: Readonly<SessionRecord>; until: number }>();

  context.onControl((control) => {
    if (control.type === 'end_session' || control.type === 'session_changed') records.delete(control.sessionId);
    if (control.type !== 'end_sessions') return;
    for (const [id, { record }] of records) if (record.userId === control.userId) records.delete(id);
  });

  return {
    kept(id) {
      const known = records.get(id);
      return known && known.until > Date.now() ? known.record : undefined;
    },
    async read(id) {
      // What is read is what `write` wrote.
      const record = (await readSession(context, id)) as SessionRecord | null;
      if (records.size >= keptMax) records.clear();
      if (record) records.set(id, { record, until: Date.now() + keptForMs });
      else records.delete(id);
      return record ?? {};
    },
    async write(id, record) {
      records.delete(id);
      const lifetime = record.begun ? secondStepMinutes * 60 : await sessionLifetimeSeconds(context);
      await writeSession(context, id, { ...record }, lifetime);
    },
    async end(id) {
      records.delete(id);
      await endSession(context, id);
    },
  };
}
