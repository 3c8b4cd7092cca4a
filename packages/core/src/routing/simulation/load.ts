/** Reads what a simulation replays, within the caller's scope. */
import { everydayHours } from '@parley/contracts/schedules/business-hours';
import { simulatedMessagesMax } from '@parley/contracts/routing/limits';
import type { SimulationDraft, simulationGaps, TeamTrial } from '@parley/contracts/routing/simulation';
import type { SlaPolicy } from '@parley/contracts/sla/sla';
import type { Team } from '@parley/contracts/permissions/roles';
import { shiftSpans } from '@parley/contracts/users/shifts';
import { filterSql } from '@parley/db/conversations/filter';
import type { Database } from '@parley/db/database';
import { listTeams } from '@parley/db/roles/teams';
import * as history from '@parley/db/routing/history';
import { listShifts } from '@parley/db/users/shifts';
import { type RawBuilder, sql } from 'kysely';
import type { StaffCaller } from '../../callers.ts';
import type { Context } from '../../context.ts';
import { scopeSql } from '../../permissions/scope.ts';
import { keepsHours } from '../../settings/schedules.ts';
import { activePolicies, conditionsOf } from '../../sla/active-policies.ts';
import { workingHoursReader } from '../../sla/compute-clocks.ts';
import { detectLanguage } from '../../text/language.ts';
import type { Measured, MeasuredTurn } from './measure.ts';
import type { ModelConversation, ModelInput, ModelPerson, Span } from './model.ts';
import { handlingTimes, modelTurns, type PastTurn, presenceOf, turnsOf } from './past.ts';

type Reading = Pick<Context, 'db' | 'settings'>;

/** Both sides of a comparison. */
interface Sides<T> {
  before: T;
  after: T;
}

export interface LoadedPast {
  /** Null if the change is another policy, which changes nobody's work. */
  input: Sides<ModelInput> | null;
  /** Turns as they really were. */
  turns: MeasuredTurn[];
  measured: Sides<ReadonlyMap<string, Measured>>;
  conversations: number;
  gaps: (typeof simulationGaps)[number][];
  /** Condition on the conversations that were looked at. */
  where: RawBuilder<boolean>;
}

const seed = 1;

/** Returns the team of a trial and the teams that share members with it; all teams for a policy. */
function teamsFor(teams: readonly Team[], trial: SimulationDraft['trial']): Team[] {
  if ('policy' in trial) return [...teams];
  const own = teams.find(({ id }) => id === trial.teamId);
  return teams.filter((team) => team === own || team.memberIds.some((id) => own?.memberIds.includes(id)));
}

/** Returns the condition on the conversations that a trial is about, within the caller's scope. */
export async function conversationsFor(
  context: Reading,
  caller: StaffCaller,
  trial: SimulationDraft['trial'],
): Promise<{ where: RawBuilder<boolean>; teams: Team[]; isScoped: boolean }> {
  const teams = teamsFor(await listTeams(context.db), trial);
  const within = await scopeSql(context, caller);
  const about =
    'policy' in trial
      ? sql<boolean>`true`
      : sql<boolean>`(team_id = any(${teams.map(({ id }) => id)}::uuid[]) or assigned_representative_id = any(${teams
          .filter(({ id }) => id === trial.teamId)
          .flatMap(({ memberIds }) => memberIds)}::uuid[]))`;
  const where = within ? sql<boolean>`(${about} and ${within})` : about;
  return { where, teams, isScoped: within !== undefined };
}

/** Returns the policies in their order as they would be with the change. */
export function policiesWith(known: readonly SlaPolicy[], trial: SimulationDraft['trial']): SlaPolicy[] {
  if (!('policy' in trial)) return [...known];
  const { policy, policyId = '' } = trial;
  const changed = { ...policy, id: policyId, position: known.length, updatedAt: new Date(0).toISOString() };
  return known.some(({ id }) => id === policyId)
    ? known.map((each) => (each.id === policyId ? { ...changed, position: each.position } : each))
    : [...known, changed];
}

/** Reads the days that a simulation replays. */
export async function loadPast(
  context: Reading,
  db: Database,
  caller: StaffCaller,
  { days, trial }: { days: history.Days; trial: SimulationDraft['trial'] },
): Promise<LoadedPast> {
  const { where, teams, isScoped } = await conversationsFor(context, caller, trial);
  const messages = await history.messagesOf(db, days, { where, limit: simulatedMessagesMax });
  const byConversation = Map.groupBy(messages, ({ conversationId }) => conversationId);
  const ids = [...byConversation.keys()];
  const policies = { before: await activePolicies(context), after: [] as SlaPolicy[] };
  policies.after = policiesWith(policies.before, trial);
  const routings = { before: teams, after: teamsWith(teams, trial) };
  const firsts = [...routings.before, ...routings.after].map(({ routing }) =>
    routing.first ? filterSql(routing.first, { me: '', now: Date.now() }) : sql<boolean>`false`,
  );
  const [changes, rows] = await Promise.all([
    history.changesOf(db, days, ids),
    history.conversationsOf(db, days, {
      ids,
      first: [sql<boolean>`false`, ...firsts],
      policies: [conditionsOf(policies.before), conditionsOf(policies.after)],
    }),
  ]);
  const changesById = Map.groupBy(changes, ({ conversationId }) => conversationId);
  const worked = rows.flatMap((row) => {
    const turns = turnsOf(byConversation.get(row.id) ?? [], changesById.get(row.id) ?? [], row);
    return turns.length > 0 ? [{ row, turns }] : [];
  });
  const hoursOf = workingHoursReader(context);
  const keeping = new Map<string, Promise<boolean>>();
  const keeps = ({ websiteId, teamId }: history.WorkedConversation): Promise<boolean> => {
    const key = `${websiteId} ${teamId}`;
    const found = keeping.get(key) ?? keepsHours(context, { websiteId, teamId });
    keeping.set(key, found);
    return found;
  };
  const sides = ['before', 'after'] as const;
  const measured = { before: new Map<string, Measured>(), after: new Map<string, Measured>() };
  for (const { row, turns } of worked) {
    // Nothing is known of before the days: an older conversation begins with its first turn.
    const own = await hoursOf({ schedule: 'conversation', scheduleId: null }, row);
    for (const [index, side] of sides.entries()) {
      const fits = row.fits[index] ?? null;
      const policy = fits === null ? undefined : policies[side][fits - 1];
      measured[side].set(row.id, {
        hours: own,
        keepsHours: await keeps(row),
        policy,
        policyHours: policy ? await hoursOf(policy, row) : everydayHours,
        openedAt: row.createdAt < days.from ? (turns[0]?.since ?? 0) : row.createdAt.getTime(),
        isAnsweredByPerson: row.isAnsweredByPerson,
        isAnswered: row.isAnswered,
      });
    }
  }
  const isFiltered =
    policies.after.length > 0 || [...routings.before, ...routings.after].some(({ routing }) => routing.first);
  return {
    input: 'policy' in trial ? null : await inputOf(db, { days, trial, worked, messages, routings }),
    turns: worked.flatMap(({ row, turns }) => turns.map((turn, index) => asMeasured(row.id, turn, index))),
    measured,
    conversations: worked.length,
    gaps: [
      ...('policy' in trial ? [] : (['presence'] as const)),
      ...(isFiltered ? (['state_now'] as const) : []),
      ...(isScoped ? (['scope'] as const) : []),
      ...(messages.length >= simulatedMessagesMax ? (['cut'] as const) : []),
    ],
    where,
  };
}

const asMeasured = (conversationId: string, { since, answeredAt, closedAt }: PastTurn, turn: number): MeasuredTurn => ({
  conversationId,
  turn,
  since,
  answeredAt,
  closedAt,
  waiting: 0,
  available: 0,
  expected: 0,
});

const teamsWith = (teams: readonly Team[], trial: SimulationDraft['trial']): Team[] =>
  teams.map((team) =>
    'teamId' in trial && team.id === trial.teamId ? { ...team, routing: { ...team.routing, ...trial.routing } } : team,
  );

interface Worked {
  row: history.WorkedConversation;
  turns: PastTurn[];
}

interface Parts {
  days: history.Days;
  trial: TeamTrial;
  worked: readonly Worked[];
  messages: readonly history.WrittenMessage[];
  routings: Sides<readonly Team[]>;
}

async function inputOf(db: Database, { days, trial, worked, messages, routings }: Parts): Promise<Sides<ModelInput>> {
  const span = { from: days.from.getTime(), until: days.until.getTime() };
  const written = new Map<string, number[]>();
  for (const { userId, at } of messages) {
    if (userId === null) continue;
    const times = written.get(userId);
    if (times) times.push(at.getTime());
    else written.set(userId, [at.getTime()]);
  }
  const teams = routings.before;
  const memberIds = teams.flatMap((team) => team.memberIds);
  const known = await history.membersOf(db, [...new Set([...memberIds, ...written.keys()])]);
  const people = known.map(
    (person): ModelPerson => ({ ...person, presence: presenceOf(written.get(person.userId) ?? [], span) }),
  );
  const handling = handlingTimes(
    worked.flatMap(({ turns }) => turns),
    written,
  );
  const ids = new Set(known.map(({ userId }) => userId));
  const teamIds = teams.map(({ id }) => id);
  const conversationsOf = (side: number): ModelConversation[] =>
    worked.map(({ row, turns }) => {
      const teamIndex = row.teamId === null ? -1 : teamIds.indexOf(row.teamId);
      const isOld = row.createdAt < days.from;
      const wrote = turns.find(({ userId }) => userId !== null)?.userId ?? null;
      const owner = [row.assigneeId, wrote].find((id) => id !== null && ids.has(id)) ?? null;
      return {
        id: row.id,
        teamId: teamIndex < 0 ? null : row.teamId,
        at: turns[0]?.since ?? span.from,
        assigneeId: teamIndex < 0 || isOld ? owner : null,
        isFirst: teamIndex >= 0 && (row.isFirst[1 + side * teams.length + teamIndex] ?? false),
        priority: row.priority,
        work: {
          language: row.locale === null ? null : detectLanguage('', row.locale),
          tags: row.tags,
          formerOwnerId: row.formerOwnerId,
        },
        turns: modelTurns(turns, handling),
      };
    });
  return {
    before: { ...span, seed, people, teams: routings.before, conversations: conversationsOf(0) },
    after: {
      ...span,
      seed,
      ...withStaff(trial.byShifts ? await byShifts(db, people, span) : people, routings.after, trial),
      conversations: conversationsOf(1),
    },
  };
}

/** Returns the people as at work by the week of their present shifts; without shifts, as they were. */
async function byShifts(db: Database, people: readonly ModelPerson[], span: Span): Promise<ModelPerson[]> {
  const shifts = Map.groupBy(
    await listShifts(
      db,
      people.map(({ userId }) => userId),
    ),
    ({ userId }) => userId,
  );
  return people.map((person) => {
    const own = shifts.get(person.userId);
    if (!own) return person;
    const everyWeek = own.map((shift) => ({ ...shift, from: firstDay, until: null }));
    return {
      ...person,
      presence: joined(
        everyWeek.flatMap((shift) => shiftSpans(shift, span)),
        span,
      ),
    };
  });
}

/** Earlier than any simulated day: shifts that begin or end soon are tried out too. */
const firstDay = '2000-01-01';

/** Returns spans within another one, ascending and without overlap. */
function joined(spans: readonly Span[], within: Span): Span[] {
  const whole: Span[] = [];
  for (const { from, until } of spans.toSorted((one, other) => one.from - other.from)) {
    const last = whole.at(-1);
    if (last && from <= last.until) last.until = Math.max(last.until, until);
    else whole.push({ from, until });
  }
  return whole.map(({ from, until }) => ({
    from: Math.max(from, within.from),
    until: Math.min(until, within.until),
  }));
}

/** Prefix of the ids of people who were added. */
const extraPrefix = 'extra-';
export const isExtra = (userId: string): boolean => userId.startsWith(extraPrefix);

/** Returns people and teams as they would be with the other staffing. */
function withStaff(
  people: readonly ModelPerson[],
  teams: readonly Team[],
  { teamId, withoutIds = [], extraPeople = 0, capacity }: TeamTrial,
): Pick<ModelInput, 'people' | 'teams'> {
  const members = teams.find(({ id }) => id === teamId)?.memberIds ?? [];
  const presentMs = ({ presence }: ModelPerson): number =>
    presence.reduce((sum, { from, until }) => sum + until - from, 0);
  const models = people
    .filter(({ userId }) => members.includes(userId))
    .toSorted((one, other) => presentMs(other) - presentMs(one) || (one.userId < other.userId ? -1 : 1));
  const extra = Array.from({ length: models.length > 0 ? extraPeople : 0 }, (_, index): ModelPerson[] => {
    const model = models[index % models.length];
    return model ? [{ ...model, userId: `${extraPrefix}${String(index + 1).padStart(2, '0')}`, name: '' }] : [];
  }).flat();
  return {
    people: [...people.filter(({ userId }) => !withoutIds.includes(userId)), ...extra].map((person) =>
      capacity !== undefined && (members.includes(person.userId) || isExtra(person.userId))
        ? { ...person, capacity }
        : person,
    ),
    teams: teams.map((team) =>
      team.id === teamId ? { ...team, memberIds: [...team.memberIds, ...extra.map(({ userId }) => userId)] } : team,
    ),
  };
}
