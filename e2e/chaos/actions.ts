/**
 * Actions of the staff beside writing: each is asked for again until it is acknowledged, like a message. What was
 * acknowledged must be there afterwards, once, in a log of activities without a gap.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ActivityFields, Cause } from '@parley/contracts/conversations/activities';
import type { Database } from '@parley/db/database';
import type { Chance } from './seeded.ts';
import type { ChaosClient } from './chaos-client.ts';

const actions = ['note', 'tag', 'priority', 'assign', 'snooze', 'draft', 'later', 'held'] as const;
// A new kind of action is a name here, how it is done in `#does`, and what must be true of it in `faultsOf`.
type Action = (typeof actions)[number];

/** A snooze ends, and a message for later goes, within this, while everything dies. */
const snoozeMostMs = 4_000;
/** Messages are held back for as long at most. */
const heldMostSeconds = 3;
const againMs = 200;

export interface ColleagueOptions {
  client: ChaosClient;
  cookie: string;
  userId: string;
  /** Everybody a conversation can be given to. */
  team: readonly string[];
  /** Nobody else puts it on or takes it off in this conversation. */
  tagId: string;
  apis: readonly { url: string }[];
  chance: Chance;
}

/** A user at work in one conversation. */
export class Colleague {
  readonly conversationId: string;
  readonly userId: string;
  readonly tagId: string;
  /** Acknowledged changes: the notes, the number of tag changes, and the last draft. */
  readonly notes: string[] = [];
  tagChanges = 0;
  /** Messages scheduled for later; each has to be there once. */
  readonly scheduled: { clientMessageId: string; content: string }[] = [];
  draft: string | undefined;
  /** Refusals as texts; there should be none. */
  readonly refusals: string[] = [];
  /** Newest activity that this screen received. */
  newestActivity = 0;
  readonly #options: ColleagueOptions;
  readonly #draftId = randomUUID();
  #revision = 0;
  #begun = 0;
  #pending = 0;
  #last: Promise<void> = Promise.resolve();

  constructor(options: ColleagueOptions) {
    this.#options = options;
    this.conversationId = options.client.conversationId;
    this.userId = options.userId;
    this.tagId = options.tagId;
    options.client.live.on('frame', (frame) => {
      if (frame.type === 'activity' && frame.activity.conversationId === this.conversationId)
        this.#heardOf(frame.activity.activityNo);
      if (frame.type === 'joined' && frame.conversationId === this.conversationId)
        this.#heardOf(frame.lastActivityNo ?? 0);
    });
  }

  get isIdle(): boolean {
    return this.#pending === 0;
  }

  /** Does something by chance, when what was begun before is done. */
  activity(): void {
    const action = this.#options.chance.pick(actions);
    this.#begun += 1;
    this.#pending += 1;
    const number = this.#begun;
    this.#last = this.#last
      .then(() => this.#does(action, number))
      .catch((error: unknown) => void this.refusals.push(`${this.#options.client.name} ${action}: ${String(error)}`))
      .finally(() => (this.#pending -= 1));
  }

  #heardOf(activityNo: number): void {
    this.newestActivity = Math.max(this.newestActivity, activityNo);
  }

  async #does(action: Action, number: number): Promise<void> {
    const { client, chance, team } = this.#options;
    const change = (body: object) => this.#call('PATCH', '', body);
    if (action === 'note') {
      const content = `${client.name} notes ${number}`;
      await this.#call('POST', '/notes', { content, clientNoteId: randomUUID() });
      this.notes.push(content);
    } else if (action === 'tag') {
      await change(this.tagChanges % 2 === 0 ? { addTags: [this.tagId] } : { removeTags: [this.tagId] });
      this.tagChanges += 1;
    } else if (action === 'priority') {
      await change({ priority: chance.pick(['low', 'normal', 'high', 'urgent']) });
    } else if (action === 'assign') {
      await change({ assignedRepresentativeId: chance.pick(team) });
    } else if (action === 'snooze') {
      // Asked for again later, its time would be over.
      await this.#call('PATCH', '', () => ({
        snoozedUntil: new Date(Date.now() + 1_000 + chance.below(snoozeMostMs - 1_000)).toISOString(),
        wakesOnReply: chance.next() < 0.5,
      }));
    } else if (action === 'later' || action === 'held') {
      const message = { clientMessageId: randomUUID(), content: `${client.name} sends ${action} ${number}` };
      await this.#call('POST', '/scheduled', () => ({
        ...message,
        ...(action === 'held'
          ? { delaySeconds: 1 + chance.below(heldMostSeconds) }
          : { sendAt: new Date(Date.now() + 1_000 + chance.below(snoozeMostMs - 1_000)).toISOString() }),
      }));
      this.scheduled.push(message);
    } else {
      const content = `${client.name} drafts ${number}`;
      const saved = await this.#call('PATCH', '/drafts/note', () => ({
        id: this.#draftId,
        content,
        revision: this.#revision,
      }));
      if (typeof saved['revision'] === 'number') this.#revision = saved['revision'];
      this.draft = content;
    }
  }

  /** Until it is acknowledged, by any of the APIs. */
  async #call(method: string, path: string, body: object | (() => object)): Promise<Record<string, unknown>> {
    const { status, answered } = await this.#ask(method, `/conversations/${this.conversationId}${path}`, body);
    if (status < 300) return answered as Record<string, unknown>;
    // Its answer was lost, and by now it has been sent.
    if (status === 409 && path === '/scheduled') return {};
    if (status === 409 && path.startsWith('/drafts') && (await this.#savedBefore()))
      return { revision: this.#revision };
    throw new Error(`${status} ${JSON.stringify(answered)}`);
  }

  /** Checks whether the draft was saved by a call with a lost answer; the next save continues from there. */
  async #savedBefore(): Promise<boolean> {
    const { answered } = await this.#ask('GET', `/drafts?conversationId=${this.conversationId}`);
    const found = (answered as { id: string; revision: number }[]).find(({ id }) => id === this.#draftId);
    if (!found || found.revision <= this.#revision) return false;
    this.#revision = found.revision;
    return true;
  }

  /** Calls an API until it answers: each may be killed before or during its answer. */
  async #ask(
    method: string,
    path: string,
    body?: object | (() => object),
  ): Promise<{ status: number; answered: unknown }> {
    const { cookie, apis, chance } = this.#options;
    for (;;) {
      const answer = await fetch(`${chance.pick(apis).url}/api${path}`, {
        method,
        signal: AbortSignal.timeout(10_000),
        headers: { cookie, 'content-type': 'application/json' },
        body: JSON.stringify(typeof body === 'function' ? body() : body),
      }).catch(() => undefined);
      const answered: unknown = await answer?.json().catch(() => undefined);
      // A time that was over when it arrived is another one now.
      const isLate = answer?.status === 422 && typeof body === 'function';
      if (answer && answered !== undefined && answer.status < 500 && answer.status !== 429 && !isLate)
        return { status: answer.status, answered };
      await sleep(againMs);
    }
  }
}

/** Broken promises in what is stored, in words. */
export async function faultsOf(db: Database, colleagues: readonly Colleague[]): Promise<string[]> {
  const faults = colleagues.flatMap(({ refusals }) => refusals);
  const activities = await db
    .selectFrom('activities')
    .select(['conversationId', 'activityNo', 'kind', 'cause', 'body', 'before', 'after'])
    .orderBy('conversationId')
    .orderBy('activityNo')
    .execute();
  const byConversation = Map.groupBy(activities, ({ conversationId }) => conversationId);
  const conversations = await db
    .selectFrom('conversations')
    .select(['id', 'lastActivityNo', 'tagIds', 'priority', 'assignedRepresentativeId', 'snoozedUntil'])
    .execute();
  for (const { id, lastActivityNo, ...row } of conversations) {
    const theirs = byConversation.get(id) ?? [];
    if (theirs.length !== lastActivityNo || theirs.some(({ activityNo }, index) => activityNo !== index + 1))
      faults.push(`${id}: ${theirs.length} activities, the newest is ${lastActivityNo}.`);
    // Each began where the one before has ended: what is between them was lost, what is there twice began elsewhere.
    const state: Record<string, unknown> = {};
    for (const { activityNo, before, after } of theirs) {
      for (const [field, value] of Object.entries(before)) {
        // Fields that follow the messages are changed by them as well.
        if (field in state && !byMessages.has(field) && JSON.stringify(state[field]) !== JSON.stringify(value))
          faults.push(`${id}: activity ${activityNo} changed another ${field} than there was.`);
      }
      Object.assign(state, after);
    }
    const ended = { ...row, snoozedUntil: row.snoozedUntil?.toISOString() ?? null };
    for (const [field, value] of Object.entries(ended)) {
      if (field in state && JSON.stringify(state[field]) !== JSON.stringify(value))
        faults.push(`${id}: ${field} is not what the last activity says.`);
    }
  }
  const sent = await db.selectFrom('messages').select(['conversationId', 'clientMessageId', 'content']).execute();
  const waiting = await db.selectFrom('scheduledMessages').select(['conversationId', 'state', 'reason']).execute();
  for (const { conversationId, state, reason } of waiting)
    faults.push(`${conversationId}: a message for later is ${state}${reason === null ? '' : `, ${reason}`}`);
  const drafts = await db.selectFrom('drafts').select(['conversationId', 'userId', 'content']).execute();
  for (const { conversationId, userId, tagId, notes, tagChanges, scheduled, draft } of colleagues) {
    const theirs = byConversation.get(conversationId) ?? [];
    const isTheirs = ({ cause }: { cause: Cause }) => cause.by === 'representative' && cause.userId === userId;
    const written = theirs
      .filter((activity) => activity.kind === 'noted' && isTheirs(activity))
      .map(({ body }) => body);
    if (written.join() !== notes.join()) faults.push(`${conversationId}: what is noted is not what was written.`);
    const has = ({ tagIds }: ActivityFields) => tagIds?.includes(tagId) ?? false;
    const changes = theirs.filter(({ before, after }) => has(before) !== has(after)).length;
    if (changes !== tagChanges) faults.push(`${conversationId}: a tag changed ${changes} times, not ${tagChanges}.`);
    for (const { clientMessageId, content } of scheduled) {
      const found = sent.filter((each) => each.conversationId === conversationId && each.content === content);
      if (found.length !== 1 || found[0]?.clientMessageId !== clientMessageId)
        faults.push(`${conversationId}: “${content}” was sent ${found.length} times.`);
    }
    const kept = drafts.find((each) => each.conversationId === conversationId && each.userId === userId)?.content;
    if (kept !== draft) faults.push(`${conversationId}: the draft is “${kept}”, not “${draft}”.`);
  }
  return faults;
}

const byMessages = new Set(['status', 'isAiAssisted']);

/** Whether nobody sleeps beyond their time, and no message waits beyond its. */
export async function areAllAwake(db: Database): Promise<boolean> {
  const asleep = db.selectFrom('conversations').select('id').where('snoozedUntil', 'is not', null).limit(1);
  const waiting = db.selectFrom('scheduledMessages').select('id').where('state', '<>', 'stopped').limit(1);
  return [await asleep.executeTakeFirst(), await waiting.executeTakeFirst()].every((each) => each === undefined);
}

/** Whether every screen was told of the newest activity. */
export async function haveAllHeard(db: Database, colleagues: readonly Colleague[]): Promise<boolean> {
  const rows = await db.selectFrom('conversations').select(['id', 'lastActivityNo']).execute();
  const newest = new Map(rows.map(({ id, lastActivityNo }) => [id, lastActivityNo]));
  return colleagues.every(({ conversationId, newestActivity }) => newestActivity === newest.get(conversationId));
}
