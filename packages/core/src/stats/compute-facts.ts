/** Computes the facts of conversations from their logs: docs/reports.md. */
import type { WorkingHours } from '@parley/contracts/schedules/schedule';
import { workingTime } from '@parley/contracts/schedules/working-time';
import type {
  AnswerFacts,
  AnswerSource,
  ChangeSource,
  ClosingFacts,
  ComputedFacts,
  ConversationFacts,
  FactSource,
  FactSources,
  RunSource,
} from '@parley/db/stats/facts';
import type { Context } from '../context.ts';
import { findWorkingHours } from '../settings/schedules.ts';

/** Changes that give a conversation to a person. */
const involving: ReadonlySet<string> = new Set(['handed_off', 'taken_over']);

interface Sources {
  conversation: FactSource;
  answers: readonly AnswerSource[];
  /** Without those that were undone. */
  changes: readonly ChangeSource[];
  runs: readonly RunSource[];
}

export async function computeFacts(
  context: Pick<Context, 'db' | 'settings'>,
  { conversations, answers, changes, runs }: FactSources,
): Promise<ComputedFacts> {
  const answersOf = Map.groupBy(answers, ({ conversationId }) => conversationId);
  const changesOf = Map.groupBy(changes, ({ conversationId }) => conversationId);
  const runsOf = Map.groupBy(runs, ({ conversationId }) => conversationId);
  const hours = new Map<string, Promise<WorkingHours>>();
  const computed: ComputedFacts = { conversations: [], answers: [], closings: [] };
  for (const conversation of conversations) {
    const { id, websiteId, teamId } = conversation;
    const owners = `${websiteId} ${teamId}`;
    const known = hours.get(owners) ?? findWorkingHours(context, { websiteId, teamId });
    hours.set(owners, known);
    const schedule = await known;
    const sources = {
      conversation,
      answers: answersOf.get(id) ?? [],
      changes: withoutUndone(changesOf.get(id) ?? []),
      runs: runsOf.get(id) ?? [],
    };
    computed.conversations.push(conversationFacts(sources, schedule));
    computed.answers.push(...answerFacts(sources, schedule));
    computed.closings.push(...closingFacts(sources));
  }
  return computed;
}

/** Leaves out what was undone, unless its undoing was undone. */
function withoutUndone(changes: readonly ChangeSource[]): ChangeSource[] {
  const undone = new Set<number>();
  for (const { activityNo, undoOf } of changes.toReversed())
    if (undoOf !== null && !undone.has(activityNo)) undone.add(undoOf);
  return changes.filter(({ activityNo }) => !undone.has(activityNo));
}

const propertiesOf = ({ id, websiteId, channel, teamId, assignedRepresentativeId, tagIds }: FactSource) => ({
  conversationId: id,
  websiteId,
  channel,
  teamId,
  assignedRepresentativeId,
  tagIds,
});

const secondsBetween = (from: Date, to: Date): number => Math.max(0, (to.getTime() - from.getTime()) / 1000);

const workingSeconds = (schedule: WorkingHours, from: Date, to: Date): number => workingTime(schedule, from, to) / 1000;

/** Returns the working time of the last seconds before an instant; null if there is none. */
function workingBefore(schedule: WorkingHours, at: Date | null, seconds: number | null): number | null {
  if (at === null || seconds === null) return null;
  return workingSeconds(schedule, new Date(at.getTime() - seconds * 1000), at);
}

const totalCost = (runs: readonly RunSource[]): number =>
  // In millionths of a dollar, as they are stored, so that the order of adding changes nothing.
  runs.reduce((total, { costUsd }) => total + Math.round(costUsd * 1_000_000), 0) / 1_000_000;

function conversationFacts({ conversation, changes, runs }: Sources, schedule: WorkingHours): ConversationFacts {
  const { openedAt, closedAt } = conversation;
  const handOff = changes.find(({ kind }) => kind === 'handed_off');
  const breaches = changes.filter(({ kind }) => kind === 'sla_breached');
  const reason = handOff?.handOffReason ?? null;
  return {
    ...propertiesOf(conversation),
    openedAt,
    closedAt,
    resolutionSeconds: closedAt && secondsBetween(openedAt, closedAt),
    resolutionWorkingSeconds: closedAt && workingSeconds(schedule, openedAt, closedAt),
    customerMessages: conversation.customerMessages,
    representativeMessages: conversation.representativeMessages,
    assistantMessages: conversation.assistantMessages,
    firstAnsweredAt: conversation.firstAnsweredAt,
    firstAnswerSeconds: conversation.firstAnswerSeconds,
    firstAnswerWorkingSeconds: workingBefore(schedule, conversation.firstAnsweredAt, conversation.firstAnswerSeconds),
    firstPersonAnsweredAt: conversation.firstPersonAnsweredAt,
    firstPersonAnswerSeconds: conversation.firstPersonAnswerSeconds,
    firstPersonAnswerWorkingSeconds: workingBefore(
      schedule,
      conversation.firstPersonAnsweredAt,
      conversation.firstPersonAnswerSeconds,
    ),
    handedOffAt: handOff?.createdAt ?? null,
    handOffReason: handOff ? (reason !== null && typeof reason === 'object' ? reason.code : 'other') : null,
    costUsd: totalCost(runs),
    hasPolicy: conversation.hasPolicy,
    dueKinds: conversation.dueKinds,
    breachedKinds: [...new Set(breaches.flatMap(({ dueKind }) => dueKind ?? []))].toSorted(),
    breachedAt: breaches[0]?.createdAt ?? null,
  };
}

function answerFacts({ conversation, answers }: Sources, schedule: WorkingHours): AnswerFacts[] {
  return answers.map(({ seq, senderType, senderId, askedAt, answeredAt }) => ({
    ...propertiesOf(conversation),
    seq,
    answeredAt,
    isAssistant: senderType === 'ai',
    answeredBy: senderType === 'representative' ? senderId : null,
    isFirst: conversation.firstAnsweredAt?.getTime() === answeredAt.getTime(),
    seconds: secondsBetween(askedAt, answeredAt),
    workingSeconds: workingSeconds(schedule, askedAt, answeredAt),
  }));
}

function closingFacts({ conversation, changes, runs }: Sources): ClosingFacts[] {
  const { firstByRepresentative, firstByAssistant } = conversation;
  const involved = changes.find(
    ({ kind, assignee }) => involving.has(kind) || (kind === 'assigned' && assignee !== null),
  );
  const closings = changes.filter(({ kind }) => kind === 'closed');
  return closings.map(({ activityNo, afterSeq, cause, createdAt }, index) => {
    const reopened = changes.find((change) => change.kind === 'reopened' && change.activityNo > activityNo);
    const former = closings[index - 1]?.createdAt;
    const isWritten = (seq: number | null): boolean => seq !== null && seq <= afterSeq;
    const hasAssistant = isWritten(firstByAssistant);
    return {
      ...propertiesOf(conversation),
      activityNo,
      closedAt: createdAt,
      closedBy: cause.by === 'representative' ? cause.userId : null,
      reopenedAt: reopened?.createdAt ?? null,
      hasAssistant,
      isAlone:
        hasAssistant &&
        !isWritten(firstByRepresentative) &&
        (involved === undefined || involved.activityNo > activityNo),
      isIdle: cause.by === 'rule' && cause.rule === 'idle',
      costUsd: totalCost(runs.filter((run) => (!former || run.createdAt > former) && run.createdAt <= createdAt)),
    };
  });
}
