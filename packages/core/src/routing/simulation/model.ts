/**
 * Replays the work of past days: a discrete-event model with the function that real routing decides by. Pure and
 * deterministic: the same input and seed have the same outcome.
 *
 * A person works on one response at a time, the customer who has waited longest first, and is assigned conversations up
 * to their capacity. Who leaves finishes the response they are writing.
 */
import { type Candidate, chooseAssignee, loadWeights, type Work } from '@parley/contracts/routing/choose-assignee';
import { returnsMax } from '@parley/contracts/routing/limits';
import type { Routing } from '@parley/contracts/routing/routing';

/** From `from` to before `until`, in Unix milliseconds. */
export interface Span {
  from: number;
  until: number;
}

export interface ModelPerson extends Pick<Candidate, 'userId' | 'name' | 'capacity' | 'languages' | 'skills'> {
  /** Times at work, ascending and without overlap. */
  presence: readonly Span[];
}

export interface ModelTeam {
  id: string;
  routing: Routing;
  memberIds: readonly string[];
  leadIds: readonly string[];
}

/** A customer who needs a response. */
export interface ModelTurn {
  /** Milliseconds since the response before; 0 for the first turn. */
  afterMs: number;
  /** Milliseconds that writing the response takes; null if nobody wrote one. */
  handlingMs: number | null;
  /** Milliseconds from the response to the close; null if it stays open until the next turn. */
  closesAfterMs: number | null;
}

export interface ModelConversation {
  id: string;
  /** Team that routes it; null if it is its assignee's from the beginning. */
  teamId: string | null;
  /** Beginning of its first turn. */
  at: number;
  /** Assignee at the beginning; null if it waits in the team's queue. */
  assigneeId: string | null;
  /** True if it is assigned before others. */
  isFirst: boolean;
  /** Greater is more urgent. */
  priority: number;
  work: Pick<Work, 'language' | 'tags' | 'formerOwnerId'>;
  turns: readonly ModelTurn[];
}

export interface ModelInput extends Span {
  people: readonly ModelPerson[];
  teams: readonly ModelTeam[];
  conversations: readonly ModelConversation[];
  /** Determines the time for responses that nobody wrote in the past. */
  seed: number;
}

/** A turn that has begun. */
export interface TurnOutcome {
  conversationId: string;
  turn: number;
  since: number;
  /** Null if the customer still waits at the end. */
  answeredAt: number | null;
  personId: string | null;
  /** Customers who waited for a person of the team, and people who were available, when it began. */
  waiting: number;
  available: number;
  /** People of the team who work at some time. */
  expected: number;
}

export interface Assignment {
  conversationId: string;
  personId: string;
  at: number;
  /** Before it. */
  load: number;
  capacity: number;
  isAvailable: boolean;
}

export interface PersonOutcome {
  userId: string;
  responses: number;
  busyMs: number;
  presentMs: number;
  highestLoad: number;
}

export interface ModelOutcome {
  turns: TurnOutcome[];
  assignments: Assignment[];
  people: PersonOutcome[];
  /** Time of the close by conversation. */
  closes: Map<string, number[]>;
}

/** Conversations of the queue that are looked at for one that a member can take, as in real routing. */
const lookedAt = 50;
const usualHandlingMs = 120_000;
const eventsPerStep = 256;

/** Repeatable random numbers from 0 to below 1 (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

interface Event {
  at: number;
  /** Orders events of the same time. */
  no: number;
  run: (at: number) => void;
}

/** Events by time: a binary heap. */
class Agenda {
  readonly #events: Event[] = [];
  #no = 0;

  add(at: number, run: Event['run']): void {
    const events = this.#events;
    const added = { at, no: this.#no++, run };
    let index = events.length;
    events.push(added);
    while (index > 0) {
      const parent = (index - 1) >> 1;
      const above = events[parent];
      if (!above || !isBefore(added, above)) break;
      events[index] = above;
      index = parent;
    }
    events[index] = added;
  }

  next(): Event | undefined {
    const events = this.#events;
    const [first] = events;
    const last = events.pop();
    if (!last || events.length === 0) return first;
    let index = 0;
    for (;;) {
      const left = 2 * index + 1;
      const [one, other] = [events[left], events[left + 1]];
      if (!one) break;
      const [child, below] = other && isBefore(other, one) ? [left + 1, other] : [left, one];
      if (!isBefore(below, last)) break;
      events[index] = below;
      index = child;
    }
    events[index] = last;
    return first;
  }
}

const isBefore = (one: Event, other: Event): boolean => one.at < other.at || (one.at === other.at && one.no < other.no);

interface Person {
  /** Properties that routing decides by; load and times change with the events. */
  candidate: Candidate;
  works: boolean;
  teams: Team[];
  waiting: Conversation[];
  /** Conversation that they are writing in. */
  writing: Conversation | null;
  since: number;
  outcome: PersonOutcome;
}

interface Team {
  model: ModelTeam;
  members: Person[];
  candidates: Candidate[];
  queue: Conversation[];
}

interface Conversation {
  model: ModelConversation;
  team: Team | undefined;
  assignee: Person | undefined;
  /** Share of the assignee's capacity that it takes. */
  weight: number;
  turn: number;
  outcome: TurnOutcome | undefined;
  handling: readonly number[];
  returns: number;
  returnedFrom: string[];
}

/** Yields the share that is done from time to time, and returns the outcome. */
export function* simulate(input: ModelInput): Generator<number, ModelOutcome> {
  const agenda = new Agenda();
  const outcome: ModelOutcome = { turns: [], assignments: [], people: [], closes: new Map() };
  const people = new Map<string, Person>();
  for (const { presence, ...person } of input.people) {
    const made: Person = {
      candidate: { ...person, availability: 'offline', load: 0, givenAt: null, idleSince: input.from, coversFor: [] },
      works: presence.length > 0,
      teams: [],
      waiting: [],
      writing: null,
      since: input.from,
      outcome: { userId: person.userId, responses: 0, busyMs: 0, presentMs: 0, highestLoad: 0 },
    };
    people.set(person.userId, made);
    outcome.people.push(made.outcome);
    for (const { from, until } of presence) {
      agenda.add(from, (at) => come(made, at));
      agenda.add(until, (at) => leave(made, at));
    }
  }
  const teams = new Map<string, Team>();
  for (const model of input.teams) {
    const members = model.memberIds.flatMap((id) => people.get(id) ?? []);
    const team = { model, members, candidates: members.map(({ candidate }) => candidate), queue: [] };
    teams.set(model.id, team);
    for (const member of members) member.teams.push(team);
  }
  const known = input.conversations.flatMap(({ turns }) => turns.flatMap(({ handlingMs }) => handlingMs ?? []));
  const random = randomNumbers(input.seed);
  for (const model of input.conversations) {
    const conversation: Conversation = {
      model,
      team: model.teamId === null ? undefined : teams.get(model.teamId),
      assignee: undefined,
      weight: 0,
      turn: 0,
      outcome: undefined,
      handling: model.turns.map(
        ({ handlingMs }) => handlingMs ?? known[Math.floor(random() * known.length)] ?? usualHandlingMs,
      ),
      returns: 0,
      returnedFrom: [],
    };
    agenda.add(model.at, (at) => begin(conversation, at));
  }

  let lastGivenAt = input.from;

  function weigh(conversation: Conversation, weight: number): void {
    const { assignee } = conversation;
    if (assignee) {
      assignee.candidate.load += weight - conversation.weight;
      assignee.outcome.highestLoad = Math.max(assignee.outcome.highestLoad, assignee.candidate.load);
    }
    conversation.weight = weight;
  }

  function begin(conversation: Conversation, at: number): void {
    const assignee = conversation.model.assigneeId === null ? undefined : people.get(conversation.model.assigneeId);
    if (assignee) conversation.assignee = assignee;
    write(conversation, at);
  }

  /** The customer needs a response. */
  function write(conversation: Conversation, at: number): void {
    const { team, model, turn, assignee } = conversation;
    if (!team && !assignee) return;
    const all = team?.members ?? (assignee ? [assignee] : []);
    conversation.outcome = {
      conversationId: model.id,
      turn,
      since: at,
      answeredAt: null,
      personId: null,
      waiting: (team?.queue.length ?? 0) + all.reduce((sum, each) => sum + each.waiting.length, 0),
      available: all.filter(({ candidate }) => candidate.availability === 'online').length,
      expected: all.filter(({ works }) => works).length,
    };
    outcome.turns.push(conversation.outcome);
    if (!assignee) {
      enqueue(conversation);
      if (team) route(team, at);
      return;
    }
    weigh(conversation, loadWeights.waitingOnUs);
    assignee.waiting.push(conversation);
    planReturn(conversation, at);
    work(assignee, at);
  }

  function enqueue(conversation: Conversation): void {
    const queue = conversation.team?.queue;
    if (!queue) return;
    const index = queue.findIndex((each) => inQueue(conversation, each) < 0);
    queue.splice(index < 0 ? queue.length : index, 0, conversation);
  }

  function give(conversation: Conversation, person: Person, at: number): void {
    const { candidate } = person;
    outcome.assignments.push({
      conversationId: conversation.model.id,
      personId: candidate.userId,
      at,
      load: candidate.load,
      capacity: candidate.capacity,
      isAvailable: candidate.availability === 'online',
    });
    conversation.assignee = person;
    weigh(conversation, loadWeights.waitingOnUs);
    person.waiting.push(conversation);
    // Two of the same instant have an order, as in the database.
    lastGivenAt = Math.max(at, lastGivenAt + 0.001);
    candidate.givenAt = lastGivenAt;
    candidate.idleSince = lastGivenAt;
    planReturn(conversation, at);
    work(person, at);
  }

  /** Assigns what waits for a team until nobody can take more. */
  function route(team: Team, at: number): void {
    if (team.model.routing.mode === 'manual') {
      for (const member of byIdleness(team.members)) work(member, at);
      return;
    }
    for (;;) {
      const canTake = team.candidates.some(
        ({ availability, load, capacity }) =>
          (availability === 'online' || team.model.routing.alsoOffline) && load + loadWeights.waitingOnUs <= capacity,
      );
      if (team.queue.length === 0 || !canTake) return;
      const given = team.queue.slice(0, lookedAt).find((conversation) => {
        const { model, returnedFrom } = conversation;
        const wanted = { ...model.work, givenUpBy: [], returnedFrom };
        const choice = chooseAssignee(team.model.routing, wanted, team.candidates, at);
        const person = choice.userId === null ? undefined : people.get(choice.userId);
        if (!person) return false;
        team.queue.splice(team.queue.indexOf(conversation), 1);
        give(conversation, person, at);
        return true;
      });
      if (!given) return;
    }
  }

  /** Begins the next response of a person who is there and writes none. */
  function work(person: Person, at: number): void {
    if (person.writing || person.candidate.availability !== 'online') return;
    const next = longestWaiting(person.waiting) ?? pull(person, at);
    if (!next || person.writing) return;
    person.waiting.splice(person.waiting.indexOf(next), 1);
    person.writing = next;
    const takes = next.handling[next.turn] ?? usualHandlingMs;
    agenda.add(at + takes, (end) => answer(person, next, takes, end));
  }

  /** Takes the longest wait of the teams that assign by hand. */
  function pull(person: Person, at: number): Conversation | undefined {
    const heads = person.teams.flatMap(({ model, queue }) =>
      model.routing.mode === 'manual' ? queue.slice(0, 1) : [],
    );
    const [next] = heads.toSorted(inQueue);
    if (!next?.team) return undefined;
    next.team.queue.shift();
    person.writing = next;
    give(next, person, at);
    person.writing = null;
    return next;
  }

  function answer(person: Person, conversation: Conversation, takes: number, at: number): void {
    person.writing = null;
    person.outcome.responses += 1;
    person.outcome.busyMs += takes;
    if (conversation.outcome)
      Object.assign(conversation.outcome, { answeredAt: at, personId: person.candidate.userId });
    conversation.outcome = undefined;
    conversation.returns = 0;
    conversation.returnedFrom = [];
    weigh(conversation, loadWeights.waitingOnCustomer);
    const { closesAfterMs } = conversation.model.turns[conversation.turn] ?? { closesAfterMs: null };
    conversation.turn += 1;
    const next = conversation.model.turns[conversation.turn];
    if (closesAfterMs !== null) agenda.add(at + closesAfterMs, (end) => close(conversation, end));
    if (next) agenda.add(at + Math.max(next.afterMs, closesAfterMs ?? 0), (then) => write(conversation, then));
    work(person, at);
    routeFor(person, at);
  }

  function close(conversation: Conversation, at: number): void {
    const { id } = conversation.model;
    outcome.closes.set(id, [...(outcome.closes.get(id) ?? []), at]);
    weigh(conversation, 0);
    if (conversation.assignee) routeFor(conversation.assignee, at);
  }

  function routeFor(person: Person, at: number): void {
    for (const team of person.teams) route(team, at);
  }

  function come(person: Person, at: number): void {
    person.candidate.availability = 'online';
    person.candidate.idleSince = at;
    person.since = at;
    work(person, at);
    routeFor(person, at);
  }

  function leave(person: Person, at: number): void {
    person.candidate.availability = 'offline';
    person.outcome.presentMs += at - person.since;
    person.since = at;
    for (const conversation of person.waiting) planReturn(conversation, at);
  }

  /** Has a conversation taken back once its assignee has been away for long enough. */
  function planReturn(conversation: Conversation, at: number): void {
    const { assignee, team, outcome: turn } = conversation;
    const minutes = team?.model.routing.returnAfterMinutes ?? null;
    if (!assignee || !team || minutes === null || team.model.routing.mode === 'manual') return;
    if (assignee.candidate.availability === 'online') return;
    const { since } = assignee;
    agenda.add(at + minutes * 60_000, (then) => {
      const isLeft = conversation.assignee === assignee && conversation.outcome === turn && assignee.since === since;
      if (isLeft && assignee.waiting.includes(conversation)) takeBack(conversation, assignee, team, then);
    });
  }

  function takeBack(conversation: Conversation, assignee: Person, team: Team, at: number): void {
    const isForLead = conversation.returns >= returnsMax;
    const lead = isForLead ? leadOf(team, assignee) : undefined;
    if (isForLead && !lead) return;
    assignee.waiting.splice(assignee.waiting.indexOf(conversation), 1);
    weigh(conversation, 0);
    conversation.assignee = undefined;
    if (lead) {
      conversation.assignee = lead;
      weigh(conversation, loadWeights.waitingOnUs);
      lead.waiting.push(conversation);
      work(lead, at);
    } else {
      conversation.returns += 1;
      conversation.returnedFrom.push(assignee.candidate.userId);
      enqueue(conversation);
      route(team, at);
    }
  }

  let steps = 0;
  for (let event = agenda.next(); event && event.at < input.until; event = agenda.next()) {
    event.run(event.at);
    steps += 1;
    if (steps % eventsPerStep === 0) yield (event.at - input.from) / (input.until - input.from);
  }
  for (const { candidate, outcome: own, since } of people.values())
    if (candidate.availability === 'online') own.presentMs += input.until - since;
  return outcome;
}

/** Returns the outcome at once. */
export function simulateNow(input: ModelInput): ModelOutcome {
  const run = simulate(input);
  for (;;) {
    const { done, value } = run.next();
    if (done) return value;
  }
}

/** Orders a queue as real routing does: first those that the filter names, then by priority, the longest wait first. */
const inQueue = (one: Conversation, other: Conversation): number =>
  Number(other.model.isFirst) - Number(one.model.isFirst) ||
  other.model.priority - one.model.priority ||
  (one.outcome?.since ?? 0) - (other.outcome?.since ?? 0) ||
  (one.model.id < other.model.id ? -1 : 1);

const longestWaiting = (waiting: readonly Conversation[]): Conversation | undefined =>
  waiting.reduce<Conversation | undefined>(
    (best, each) => (best && (best.outcome?.since ?? 0) <= (each.outcome?.since ?? 0) ? best : each),
    undefined,
  );

const byIdleness = (members: readonly Person[]): Person[] =>
  members.toSorted(
    ({ candidate: one }, { candidate: other }) =>
      one.idleSince - other.idleSince || (one.userId < other.userId ? -1 : 1),
  );

/** Returns the lead with the least to do, an available one before others; undefined if it is theirs already. */
function leadOf({ model, members }: Team, assignee: Person): Person | undefined {
  const leads = members.filter(({ candidate }) => model.leadIds.includes(candidate.userId));
  if (leads.includes(assignee)) return undefined;
  const rank = ({ candidate }: Person): number => (candidate.availability === 'online' ? 0 : 1);
  return leads.toSorted((one, other) => rank(one) - rank(other) || one.candidate.load - other.candidate.load)[0];
}
