/** `npm test` does 1,000 random activities and undoes of them what can be undone, `npm run test:storm` 10,000. */
import { priorities, type Priority } from '@parley/contracts/conversations/conversation-fields';
import type { StoredAttributes } from '@parley/contracts/conversations/attributes';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { Command } from '../src/conversations/commands.ts';
import { transition } from '../src/conversations/transition.ts';
import { undoActivity } from '../src/conversations/undo.ts';
import type { Database } from '../src/database.ts';
import { insertTeam } from '../src/roles/teams.ts';
import { insertTag } from '../src/tags/tags.ts';
import { insertAttribute } from '../src/attributes/attributes.ts';
import { type Chance, chance } from './support/random-filters.ts';
import { aConversation, aDatabase, aRepresentative } from './support/rows.ts';

const activities = Number(process.env.UNDO_ACTIVITIES ?? 1_000);
const conversations = 10;
const seed = Date.now() % 1_000_000;

/** State that activities change, one value for each thing. */
type State = Record<string, unknown>;
/** A change as it was first done: to what it set each thing that it changed. */
interface Done {
  activityNo: number;
  set: State;
  holds: boolean;
}
interface Conversation {
  id: string;
  beginning: State;
  present: State;
  attributes: StoredAttributes;
  done: Done[];
  /** By the number of an activity or undo, the change that it does or undoes. */
  about: Map<number, Done>;
  lastActivityNo: number;
}

const db: Database = await aDatabase();
let users: string[];
let tags: string[];
let teams: string[];
const keys = ['plan', 'order', 'seats'];

beforeAll(async () => {
  users = await Promise.all(Array.from({ length: 10 }, (_, index) => aRepresentative(db, `User ${index}`)));
  tags = await Promise.all(
    ['VIP', 'Refund', 'Bug', 'Invoice'].map(async (name) => {
      const added = await insertTag(db, { name, colour: 'gray', createdBy: users[0]!, max: 100 });
      return added.outcome === 'full' ? '' : added.tag.id;
    }),
  );
  teams = await db.transaction().execute((transaction) =>
    Promise.all(
      ['Shop', 'Office'].map(async (name, n) => {
        const team = await insertTeam(transaction, { name, max: 9, memberIds: users.slice(5 * n, 5 * n + 5) });
        return typeof team === 'string' ? '' : team.id;
      }),
    ),
  );
  for (const key of keys)
    await insertAttribute(db, { key, name: key, type: 'text', subject: 'conversation', choices: [] });
});

async function stateOf(id: string): Promise<Pick<Conversation, 'present' | 'attributes'>> {
  const { rows } = await sql<{
    status: string;
    who: string | null;
    team: string | null;
    ai: boolean;
    priority: Priority;
    tagIds: string[];
    attributes: StoredAttributes;
    until: Date | null;
    by: string | null;
    wakes: boolean;
  }>`
    select status, assigned_representative_id as who, team_id as team, is_ai_assisted as ai, priority, tag_ids, attributes,
      snoozed_until as until, snoozed_by as by, snooze_wakes_on_reply as wakes
    from conversations where id = ${id}
  `.execute(db);
  const { status, who, team, ai, priority, tagIds, attributes, until, by, wakes } = rows[0]!;
  const present = {
    status,
    who: `${who} ${ai}`,
    team,
    priority,
    snooze: `${until?.toISOString() ?? null} ${by} ${wakes}`,
    ...Object.fromEntries(tags.map((tag) => [tag, tagIds.includes(tag)])),
    ...Object.fromEntries(keys.map((key) => [key, attributes[key]?.value ?? null])),
  };
  return { present, attributes };
}

const changes = (before: State, after: State): State =>
  Object.fromEntries(Object.entries(after).filter(([thing, value]) => before[thing] !== value));

/** Returns the state of a conversation after only those changes that count. */
const replayed = ({ beginning, done }: Conversation): State =>
  Object.assign({ ...beginning }, ...done.filter(({ holds }) => holds).map(({ set }) => set)) as State;

function isPossible(state: State): boolean {
  const [, ai] = String(state.who).split(' ');
  const isSnoozed = !String(state.snooze).startsWith('null');
  return !(state.status === 'closed' && isSnoozed) && !(state.status === 'waiting' && ai === 'true');
}

function someCommand(random: Chance, { attributes }: Conversation, me: string): Command {
  const someTags = () => tags.filter(() => random.happens(0.4));
  switch (random.below(12)) {
    case 0:
      return { type: 'take_over', representativeId: me };
    case 1:
      return { type: 'assign', representativeId: random.pick([...users, null]) };
    case 2:
      return { type: 'return_to_assistant' };
    case 11:
      return { type: 'assign_team', teamId: random.pick([...teams, null]) };
    case 3:
      return { type: 'hand_off' };
    case 4:
      return { type: 'close' };
    case 5:
      return { type: 'reopen' };
    case 6:
    case 7: {
      const add = someTags();
      return { type: 'tag', add, remove: someTags().filter((tag) => !add.includes(tag)) };
    }
    case 8:
      return { type: 'set', field: 'priority', value: random.pick(priorities) };
    case 9: {
      const value = {
        value: String(random.below(5)),
        source: 'page',
        setBy: null,
        setAt: '2026-11-23T00:00:00.000Z',
      } as const;
      return { type: 'describe', attributes: { ...attributes, [random.pick(keys)]: value } };
    }
    default: {
      const until = new Date(Date.UTC(2099, 0, 1 + random.below(300)));
      return random.happens(0.7)
        ? { type: 'snooze', until, wakesOnReply: random.happens(0.5), userId: me }
        : { type: 'unsnooze' };
    }
  }
}

async function activity(random: Chance, conversation: Conversation): Promise<boolean> {
  const me = random.pick(users);
  const { id, present: before } = conversation;
  const first = someCommand(random, conversation, me);
  const second = random.happens(0.2) ? [someCommand(random, conversation, me)] : [];
  // Conflicting pairs are refused earlier.
  const fits = second.every(({ type }) => ['tag', 'set'].includes(type));
  const result = await transition(db, id, [first, ...(fits ? second : [])], {
    cause: { by: 'representative', userId: me },
  });
  if (result.outcome !== 'done') return false;
  const { activityNo } = result.activity;
  Object.assign(conversation, await stateOf(id));
  const done = { activityNo, set: changes(before, conversation.present), holds: true };
  conversation.done.push(done);
  conversation.about.set(activityNo, done);
  conversation.lastActivityNo = activityNo;
  return true;
}

/** Tries to undo any activity of the conversation, an undo perhaps. */
async function undo(random: Chance, conversation: Conversation, activityNo: number): Promise<boolean> {
  const cause = { by: 'representative', userId: random.pick(users) } as const;
  const result = await undoActivity(db, conversation.id, activityNo, { cause });
  if (result.outcome === 'in_the_way') {
    const { activity: built } = result.inTheWay;
    expect(built?.activityNo).toBeGreaterThan(activityNo);
    expect(built?.actorName).toMatch(/^User \d$/);
    return false;
  }
  if (result.outcome !== 'done') {
    expect(['undone_before', 'not_undoable']).toContain(result.outcome);
    return false;
  }
  expect(result.activity).toMatchObject({ kind: 'undone', undoOf: activityNo });
  const about = conversation.about.get(activityNo)!;
  about.holds = !about.holds;
  conversation.about.set(result.activity.activityNo, about);
  conversation.lastActivityNo = result.activity.activityNo;
  Object.assign(conversation, await stateOf(conversation.id));
  expect(conversation.present, `seed ${seed}, undoing ${activityNo}`).toEqual(replayed(conversation));
  expect(isPossible(conversation.present), `seed ${seed}, undoing ${activityNo}`).toBe(true);
  return true;
}

function shuffled<T>(random: Chance, list: readonly T[]): T[] {
  const left = [...list];
  return list.map(() => left.splice(random.below(left.length), 1)[0]!);
}

/**
 * Performs activities, undoes some of them at once, then undoes all that can be, in any order. Returns the number of
 * undoes.
 */
async function aConversationOf(count: number, random: Chance): Promise<number> {
  const id = await aConversation(db, { isAiAssisted: random.happens(0.5) });
  const state = await stateOf(id);
  const conversation = { id, ...state, beginning: state.present, done: [], about: new Map(), lastActivityNo: 0 };
  let undone = 0;
  for (let made = 0; made < count; ) {
    if (conversation.lastActivityNo > 0 && random.happens(0.35)) {
      // The newest are asked for most, as by people.
      const back = Math.min(random.below(random.happens(0.7) ? 4 : 40), conversation.lastActivityNo - 1);
      if (await undo(random, conversation, conversation.lastActivityNo - back)) undone += 1;
    } else if (await activity(random, conversation)) made += 1;
  }
  for (const { activityNo } of shuffled<Done>(random, conversation.done)) await undo(random, conversation, activityNo);
  // A refused undo has changed nothing either.
  expect((await stateOf(id)).present, `seed ${seed}`).toEqual(replayed(conversation));
  return undone;
}

test(`${activities} random activities by ten people, undone in random order, leave what a replay without them leaves`, {
  // Ten thousand take their time.
  timeout: 120_000 + activities * 200,
}, async () => {
  const undone = await Promise.all(
    Array.from({ length: conversations }, (_, n) => aConversationOf(activities / conversations, chance(seed + n))),
  );
  expect(undone.reduce((sum, each) => sum + each)).toBeGreaterThan(activities / 20);
});
