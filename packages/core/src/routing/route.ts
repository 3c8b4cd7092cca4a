/**
 * Assigns the waiting conversations of teams that want that. Runs when something has changed (opened, handed off, freed up,
 * came online), never by a timer alone.
 */
import { localize } from '@parley/contracts/i18n/server-texts';
import { type Choice, chooseAssignee, loadWeights, type Work } from '@parley/contracts/routing/choose-assignee';
import type { Routing } from '@parley/contracts/routing/routing';
import type { Transaction } from '@parley/db/database';
import { type Transitioned, transition } from '@parley/db/conversations/transition';
import { newestMessages } from '@parley/db/messages/read';
import * as stored from '@parley/db/routing/routing';
import type { Context } from '../context.ts';
import { uuidv7 } from '@parley/db/uuid';
import { dispatch } from '../events/dispatch.ts';
import { publishNotified, recordNotice } from '../notifications/notify.ts';
import { detectLanguage } from '../text/language.ts';
import { transition as transitionAndPublish } from '../conversations/transition.ts';

type Assigned = Extract<Transitioned, { outcome: 'done' }>;

/** Conversations looked at for one that a member can take: the first ones may have been given up by all who are there. */
const lookedAt = 50;
/** Customer's messages by which the language is known. */
const messagesRead = 20;

/** Conversations that are assigned in one transaction: others wait for its locks on the team and its members. */
const assignedAtOnce = 8;

interface Run {
  assigned: Promise<number>;
  /** True if something has changed since it began: it looks once more before it ends. */
  again: boolean;
}

/** Runs under way in this process, by team. */
const runs = new WeakMap<Context, Map<string, Run>>();

/**
 * Assigns a team's waiting conversations until none waits or nobody has room. Returns the number of them. A call during
 * another one in the same process has that one look again, instead of waiting for its locks.
 */
export async function routeTeam(context: Context, teamId: string): Promise<number> {
  const ofContext = runs.get(context) ?? new Map<string, Run>();
  runs.set(context, ofContext);
  const present = ofContext.get(teamId);
  if (present) {
    present.again = true;
    await present.assigned;
    return 0;
  }
  const run: Run = { assigned: Promise.resolve(0), again: false };
  ofContext.set(teamId, run);
  run.assigned = runUntilDone(context, teamId, run, () => ofContext.delete(teamId));
  return run.assigned;
}

/** Calls `onEnd` in the same moment as the last look at `again`, so that no call in between is lost. */
async function runUntilDone(context: Context, teamId: string, run: Run, onEnd: () => void): Promise<number> {
  let count = 0;
  const dispatched: Promise<void>[] = [];
  try {
    do {
      run.again = false;
      for (;;) {
        const assigned = await context.db.transaction().execute((transaction) => assignSome(transaction, teamId));
        // The next ones are decided while these are published.
        for (const each of assigned) dispatched.push(dispatch(context, each.event, each));
        count += assigned.length;
        if (assigned.length === 0) break;
      }
      await Promise.all(dispatched.splice(0));
      await alertLeads(context, teamId);
    } while (run.again);
  } finally {
    onEnd();
  }
  return count;
}

/** Assigns the next conversations of a team that a member can take, each with the loads after the one before. */
async function assignSome(transaction: Transaction, teamId: string): Promise<Assigned[]> {
  const team = await stored.holdTeam(transaction, teamId);
  if (!team || team.routing.mode === 'manual') return [];
  const queue = await stored.listQueue(transaction, { teamId, first: team.routing.first, limit: lookedAt });
  if (queue.length === 0) return [];
  const members = await stored.listCandidates(transaction, teamId);
  const assigned: Assigned[] = [];
  for (const waiting of queue) {
    if (!members.some((each) => mayTake(team.routing, each))) break;
    const work = await workOf(transaction, waiting, team.routing.matchesLanguages);
    const choice = chooseAssignee(team.routing, work, members, Date.now());
    if (choice.userId === null) continue;
    const result = await transition(
      transaction,
      waiting.conversationId,
      [{ type: 'assign', representativeId: choice.userId }],
      {
        cause: { by: 'rule', rule: 'routing' },
        reason: choice.because,
        seen: { assignedRepresentativeId: null },
        isAiAssisted: false,
      },
    );
    if (result.outcome !== 'done') continue;
    const givenAt = await stored.recordGiven(transaction, choice.userId);
    const chosen = members.find(({ userId }) => userId === choice.userId);
    if (chosen) Object.assign(chosen, { load: chosen.load + loadWeights.waitingOnUs, givenAt, idleSince: givenAt });
    assigned.push(result);
    if (assigned.length === assignedAtOnce) break;
  }
  return assigned;
}

/** Whether a member can take any conversation at all. */
const mayTake = ({ alsoOffline }: Routing, { availability, load, capacity }: stored.Member): boolean =>
  (availability === 'online' || (alsoOffline && availability === 'offline')) &&
  load + loadWeights.waitingOnUs <= capacity;

async function workOf(
  db: Transaction | Context['db'],
  { conversationId, locale, ...work }: stored.QueuedConversation,
  matchesLanguages: boolean,
): Promise<Work> {
  if (!matchesLanguages) return { ...work, language: null };
  const written = (await newestMessages(db, conversationId, messagesRead))
    .filter(({ senderType }) => senderType === 'customer')
    .map(({ content }) => content);
  return { ...work, language: detectLanguage(written.slice(-5).join('\n'), locale) };
}

/** Notifies the leads of a team once that many conversations wait, and again after fewer did. */
async function alertLeads(context: Context, teamId: string): Promise<void> {
  const notified = await context.db.transaction().execute(async (transaction) => {
    const team = await stored.findRoutedTeam(transaction, teamId);
    if (!team || team.routing.mode === 'manual' || team.routing.alertAtWaiting === null) return [];
    const waiting = await stored.countQueue(transaction, teamId);
    const isMuch = waiting >= team.routing.alertAtWaiting;
    if (isMuch === (team.alertedAt !== null) || !(await stored.setAlerted(transaction, teamId, isMuch))) return [];
    if (!isMuch) return [];
    return recordNotice(
      { ...context, db: transaction },
      {
        eventId: uuidv7(),
        kind: 'team_waiting',
        audience: { teamId, onlyLeads: true },
        actorId: null,
        subjectId: teamId,
        details: { team: team.name, waiting },
      },
    );
  });
  await publishNotified(context, notified);
}

/** Routes what a change of a conversation may have made possible. */
export async function routeAfter(
  context: Context,
  change: { conversationId: string; activityNo: number | undefined },
): Promise<void> {
  for (const teamId of await stored.teamsAfter(context.db, change)) await routeTeam(context, teamId);
}

/** Returns who would be assigned the team's next conversation. */
export async function previewNext(
  { db }: Pick<Context, 'db'>,
  { id, routing }: Pick<stored.RoutedTeam, 'id' | 'routing'>,
): Promise<{ waiting: number; members: stored.Member[]; choice: Choice }> {
  const [waiting, members, [next]] = await Promise.all([
    stored.countQueue(db, id),
    stored.listCandidates(db, id),
    stored.listQueue(db, { teamId: id, first: routing.first, limit: 1 }),
  ]);
  const work = next
    ? await workOf(db, next, routing.matchesLanguages)
    : { language: null, tags: [], formerOwnerId: null, givenUpBy: [], returnedFrom: [] };
  return { waiting, members, choice: chooseAssignee(routing, work, members, Date.now()) };
}

const batchSize = 200;

/**
 * Takes back conversations that nobody answers while their assignee is offline: to the queue, and after two times to the
 * team's lead. Returns the number of them.
 */
export async function returnLeft(context: Context): Promise<number> {
  let returned = 0;
  for (const { conversationId, teamId, assignee, minutes, isForLead } of await stored.listLeft(context.db, batchSize)) {
    const lead = isForLead ? await leadOf(context, teamId, assignee.id) : undefined;
    if (isForLead && !lead) continue;
    const { outcome } = await transitionAndPublish(
      context,
      conversationId,
      [{ type: 'assign', representativeId: lead?.userId ?? null }],
      {
        cause: { by: 'rule', rule: 'routing' },
        reason: localize(lead ? 'routed_lead' : 'routed_back', { name: assignee.name, minutes }),
        seen: { assignedRepresentativeId: assignee.id },
      },
    );
    if (outcome === 'done') returned += 1;
  }
  return returned;
}

/** Returns the lead with the least to do, an available one before others; undefined if it is theirs already. */
async function leadOf({ db }: Context, teamId: string, assigneeId: string): Promise<stored.Member | undefined> {
  const leads = (await stored.listCandidates(db, teamId)).filter(({ isLead }) => isLead);
  if (leads.some(({ userId }) => userId === assigneeId)) return undefined;
  const rank = ({ availability }: stored.Member): number => (availability === 'online' ? 0 : 1);
  return leads.toSorted((one, other) => rank(one) - rank(other) || one.load - other.load)[0];
}
