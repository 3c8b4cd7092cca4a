/** Actions as administrators keep them. Secret headers come in once, are stored encrypted, and are answered as a mask. */
import { fieldProblem, Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import {
  type Tool,
  type ToolCall,
  type ToolDefinition,
  type ToolTrial,
  toolsMax,
} from '@parley/contracts/assistant/tools';
import { isUniqueViolation } from '@parley/db/database';
import { calledTool, callsOfTool } from '@parley/db/tools/calls';
import * as stored from '@parley/db/tools/definitions';
import { type AsSeen, goneOr, holdAsSeen } from '../../as-seen.ts';
import type { StaffCaller } from '../../callers.ts';
import type { Context } from '../../context.ts';
import { recordAudit } from '../../audit/record.ts';
import { derivedId } from '../../derived-id.ts';
import type { ExternalContext } from '../../external/services.ts';
import { checkArguments } from './arguments.ts';
import { aboutTool, asTool, auditedChange, checked, nameTaken, noTool, auditedFields } from './checked.ts';
import { ToolFailed } from './outcome.ts';
import { makeCall } from './stored-tools.ts';
import { refuseWithout } from '../../permissions/permissions.ts';

const shownCalls = 20;

/** Lists the assistant's actions. @throws Problem `forbidden` without the permission `tools.manage` */
export async function listTools(context: Pick<Context, 'db' | 'settings'>, caller: StaffCaller): Promise<Tool[]> {
  await refuseWithout(context, caller, 'tools.manage');
  return (await stored.listTools(context.db)).map(asTool);
}

/** Adds one. @throws Problem `invalid`, naming the field; `conflict` for a name that another one has */
export async function addTool(context: Context, caller: StaffCaller, definition: ToolDefinition): Promise<Tool> {
  await refuseWithout(context, caller, 'tools.manage');
  const columns = await checked(context, definition, null);
  if ((await stored.listTools(context.db)).length >= toolsMax)
    throw new Problem('invalid', localize('too_many_tools', { max: toolsMax }));
  const tool = await stored.insertTool(context.db, columns);
  if (!tool) throw nameTaken();
  await recordAudit(context, caller, {
    action: 'tool.added',
    subject: aboutTool(tool.id),
    details: auditedFields(definition),
  });
  return asTool(tool);
}

/**
 * Replaces a tool; a header with the mask as its value keeps the stored value if the call's host is still the same.
 * @throws Problem as `addTool`, and as `holdAsSeen`
 */
export async function updateTool(
  context: Context,
  caller: StaffCaller,
  id: string,
  { expected, ...definition }: AsSeen<ToolDefinition, Tool>,
): Promise<Tool> {
  await refuseWithout(context, caller, 'tools.manage');
  const tool = await context.db.transaction().execute(async (db) => {
    const read = async () => asSeenBefore(await stored.findTool(db, id), expected);
    await holdAsSeen(db, { table: 'tools', id, read, change: definition, expected, unknown: noTool });
    const present = (await stored.findTool(db, id)) ?? null;
    const columns = await checked({ ...context, db }, definition, present);
    const updated = await stored.updateTool(db, id, columns).catch((error: unknown) => {
      if (isUniqueViolation(error, 'tools_name_key')) throw nameTaken();
      throw error;
    });
    await recordAudit({ db }, caller, {
      action: 'tool.updated',
      subject: aboutTool(id),
      details: auditedChange(present, columns),
    });
    return updated;
  });
  if (!tool) throw noTool();
  return asTool(tool);
}

/** The first call to a server that was never checked stores its offer, which is no conflicting change. */
function asSeenBefore(
  present: stored.StoredTool | undefined,
  expected: AsSeen<object, Tool>['expected'],
): Tool | undefined {
  const tool = present && asTool(present);
  if (!tool?.mcp || !expected?.mcp || expected.mcp.offer !== undefined) return tool;
  const { offer: _, ...mcp } = tool.mcp;
  return { ...tool, mcp };
}

/** @throws Problem `not_found` */
export async function deleteTool(context: Context, caller: StaffCaller, id: string): Promise<void> {
  await refuseWithout(context, caller, 'tools.manage');
  const tool = await stored.deleteTool(context.db, id);
  if (!tool) throw await goneOr(context.db, id, noTool);
  await recordAudit(context, caller, { action: 'tool.deleted', subject: aboutTool(id), details: { name: tool.name } });
}

/** The newest calls of an action. @throws Problem `not_found` */
export async function recentCalls(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
  id: string,
): Promise<ToolCall[]> {
  await refuseWithout(context, caller, 'tools.manage');
  const { db } = context;
  if (!(await stored.findTool(db, id))) throw noTool();
  return (await callsOfTool(db, id, shownCalls)).map((call) => ({
    ...calledTool(call),
    conversationId: call.conversationId,
    requestedBy: call.requestedBy,
    responseStatus: call.responseStatus,
    createdAt: call.createdAt.toISOString(),
  }));
}

/**
 * Calls an action once, with arguments that an administrator has written, those that are filled in for customers too.
 * @throws Problem `not_found`, `invalid` for arguments that do not fit, or a write without `confirmed`
 */
export async function tryTool(
  context: ExternalContext,
  caller: StaffCaller,
  id: string,
  { arguments: given, confirmed }: { arguments: Record<string, unknown>; confirmed: boolean },
): Promise<ToolTrial> {
  await refuseWithout(context, caller, 'tools.manage');
  const tool = await stored.findTool(context.db, id);
  if (!tool) throw noTool();
  if (tool.effect === 'write' && !confirmed) throw fieldProblem('invalid', 'confirmed', localize('is_required'));
  const read = checkArguments(given, tool.parameters);
  if ('fault' in read) throw fieldProblem('invalid', 'arguments', read.fault);
  const begun = performance.now();
  const since = () => Math.round(performance.now() - begun);
  const idempotencyKey = derivedId('trial', id, Date.now(), Math.random());
  const trial = await makeCall(context, tool, read.arguments, {
    timeoutMs: tool.timeoutSeconds * 1_000,
    idempotencyKey,
  }).then(
    ({ text, responseStatus }) => ({ text, problem: null, message: null, responseStatus }),
    (error: unknown) => {
      if (!(error instanceof ToolFailed)) throw error;
      const { problem, message, responseStatus } = error;
      return { text: null, problem, message, responseStatus };
    },
  );
  const milliseconds = since();
  const details = { name: tool.name, effect: tool.effect, problem: trial.problem, milliseconds };
  await recordAudit(context, caller, { action: 'tool.tried', subject: aboutTool(id), details });
  return { ...trial, milliseconds };
}
