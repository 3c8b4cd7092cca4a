/** Stores calls of actions in conversations: each call before it is made, and its end once. */
import type { CalledTool, ToolCallState, ToolProblem } from '@parley/contracts/assistant/tools';
import type { OutboxEvent } from '@parley/contracts/events';
import { type Insertable, type Selectable, sql } from 'kysely';
import { writeActivity } from '../activities/write.ts';
import type { Database, Transaction } from '../database.ts';
import type { ToolCallsTable } from '../tables/work.ts';

export type StoredToolCall = Selectable<ToolCallsTable>;
export type NewToolCall = Omit<Insertable<ToolCallsTable>, 'id' | 'createdAt' | 'arguments'> &
  Pick<StoredToolCall, 'arguments'>;

/**
 * Stores a call before it is made. A reply that starts again stores the same call again, unless it has ended or its
 * confirmation was answered: then the stored call stays.
 */
export async function noteToolCall(db: Database, call: NewToolCall): Promise<StoredToolCall> {
  const values = { ...call, arguments: JSON.stringify(call.arguments) };
  const noted = await db
    .insertInto('toolCalls')
    .values(values)
    .onConflict((conflict) =>
      conflict
        .columns(['conversationId', 'runId', 'callNo'])
        .doUpdateSet({ ...values, createdAt: sql<Date>`now()` })
        .where((eb) =>
          eb.or([
            eb('toolCalls.effect', '=', 'read'),
            eb.and([eb('toolCalls.effect', '=', 'write'), eb('toolCalls.state', '=', 'asked')]),
          ]),
        ),
    )
    .returningAll()
    .executeTakeFirst();
  return (
    noted ??
    (await db
      .selectFrom('toolCalls')
      .selectAll()
      .where('conversationId', '=', call.conversationId)
      .where('runId', '=', call.runId)
      .where('callNo', '=', call.callNo)
      .executeTakeFirstOrThrow())
  );
}

/** The newest write of a conversation that was asked for, or begun by the yes of the event. */
export async function pendingWrite(
  db: Database,
  conversationId: string,
  eventId: string,
): Promise<StoredToolCall | undefined> {
  return (
    db
      .selectFrom('toolCalls')
      .selectAll()
      .where('conversationId', '=', conversationId)
      .where('effect', '=', 'write')
      .where((eb) => eb.or([eb('state', '=', 'asked'), eb('confirmedBy', '=', eventId)]))
      // A call that this event has already started comes before newer ones.
      .orderBy(sql`confirmed_by is not distinct from ${eventId}::uuid`, 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
  );
}

/**
 * Starts a write that the customer has confirmed: once, while the assistant still has the conversation. Returns false
 * if it was already started, has expired, or a representative has taken over.
 */
export async function beginWrite(db: Database, id: string, eventId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update tool_calls set state = 'running', confirmed_by = ${eventId}::uuid
    from conversations
    where tool_calls.id = ${id}::uuid and tool_calls.state = 'asked' and tool_calls.expires_at > now()
      and conversations.id = tool_calls.conversation_id and conversations.is_ai_assisted
      and conversations.status <> 'closed' and conversations.ai_epoch = tool_calls.ai_epoch
  `.execute(db);
  return numAffectedRows === 1n;
}

/** Drops the unconfirmed calls of a conversation, except one. */
export async function dropAsked(db: Database, conversationId: string, except: string | null): Promise<void> {
  await db
    .updateTable('toolCalls')
    .set({ state: 'dropped', endedAt: sql<Date>`now()` })
    .where('conversationId', '=', conversationId)
    .where('state', '=', 'asked')
    .$if(except !== null, (query) => query.where('id', '<>', except))
    .execute();
}

export interface ToolCallEnd {
  state: ToolCallState;
  result?: string | null;
  problem?: ToolProblem | null;
  responseStatus?: number | null;
  milliseconds?: number | null;
}

export interface EndedCall {
  call: StoredToolCall;
  /** Null for an end without a notification to the team. */
  event: OutboxEvent | null;
}

/** Converts a call to the form that an activity contains. */
export const calledTool = (call: StoredToolCall): CalledTool => ({
  callId: call.id,
  name: call.name,
  effect: call.effect,
  state: call.state,
  arguments: call.arguments,
  bound: call.bound,
  problem: call.problem,
  milliseconds: call.milliseconds,
});

/** Address of a call, and the error that it ended with. */
export interface CallLog {
  target: string;
  error: string | null;
}

/** Adds a call that has ended to the log of deliveries. */
async function logCall(transaction: Transaction, call: StoredToolCall, { target, error }: CallLog): Promise<void> {
  const isDone = call.state === 'done';
  await transaction
    .insertInto('deliveries')
    .values({
      channel: 'action',
      eventId: call.id,
      target,
      summary: call.name,
      conversationId: call.conversationId,
      payload: '{}',
      status: isDone ? 'delivered' : 'dead',
      attempts: 1,
      lastError: isDone ? null : error,
      responseStatus: call.responseStatus,
      ...(isDone && { deliveredAt: sql<Date>`now()` }),
    })
    .onConflict((conflict) => conflict.columns(['eventId', 'channel', 'target']).doNothing())
    .execute();
}

/** Stores a call that a representative made by loading a card, after it has ended. Its result isn't stored. */
export async function noteCardCall(db: Database, call: NewToolCall, log: CallLog): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const noted = await transaction
      .insertInto('toolCalls')
      .values({ ...call, arguments: JSON.stringify(call.arguments), endedAt: sql<Date>`now()` })
      .returningAll()
      .executeTakeFirstOrThrow();
    await logCall(transaction, noted, log);
  });
}

/**
 * Ends a call in one transaction, with an activity for the team, and an entry in the log of deliveries if a request was
 * made. Undefined if it had already ended.
 */
export async function endToolCall(
  db: Database,
  id: string,
  end: ToolCallEnd,
  log: CallLog | null,
): Promise<EndedCall | undefined> {
  return db.transaction().execute(async (transaction) => {
    const call = await transaction
      .updateTable('toolCalls')
      .set({ ...end, endedAt: sql<Date>`now()` })
      .where('id', '=', id)
      .where('state', 'in', ['running', 'asked'])
      .returningAll()
      .executeTakeFirst();
    if (!call) return undefined;
    if (log) await logCall(transaction, call, log);
    const event = await writeActivity(transaction, {
      conversationId: call.conversationId,
      kind: 'tool_called',
      cause: { by: 'assistant' },
      after: { tool: calledTool(call) },
    });
    return { call, event: event ?? null };
  });
}

/** The newest calls of a tool. */
export async function callsOfTool(db: Database, toolId: string, limit: number): Promise<StoredToolCall[]> {
  return db
    .selectFrom('toolCalls')
    .selectAll()
    .where('toolId', '=', toolId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Returns a conversation's calls that have a result, the newest first, at most 200. */
export async function answeredCalls(db: Database, conversationId: string): Promise<StoredToolCall[]> {
  return db
    .selectFrom('toolCalls')
    .selectAll()
    .where('conversationId', '=', conversationId)
    .where('result', 'is not', null)
    .orderBy('id', 'desc')
    .limit(200)
    .execute();
}
