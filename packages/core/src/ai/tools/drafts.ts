/** Actions of a rehearsed change: as it found them and as they are to be, and making them so. */
import { isDeepStrictEqual } from 'node:util';
import { Problem } from '@parley/contracts/problems';
import type { RehearsedTool } from '@parley/contracts/assistant/rehearsals';
import { localize } from '@parley/contracts/i18n/server-texts';
import { toolsMax } from '@parley/contracts/assistant/tools';
import { isUniqueViolation } from '@parley/db/database';
import type { ToolDraft } from '@parley/db/tables/rehearsals';
import * as stored from '@parley/db/tools/definitions';
import { uuidv7 } from '@parley/db/uuid';
import type { StaffCaller } from '../../callers.ts';
import type { Context } from '../../context.ts';
import { recordAudit } from '../../audit/record.ts';
import { aboutTool, checked, auditedChange, definitionOf, nameTaken, noServer, noTool } from './checked.ts';
import { openHeaders } from './stored-tools.ts';

const keptOf = ({ id: _id, createdAt: _created, updatedAt: _updated, ...tool }: stored.StoredTool): stored.NewTool =>
  tool;

/**
 * The actions of a change, checked as if they were saved.
 * @throws Problem `not_found`, `invalid` naming the field, `conflict` for a name that another one would have
 */
export async function draftTools(
  context: Pick<Context, 'db' | 'secrets'>,
  changes: readonly RehearsedTool[] = [],
): Promise<ToolDraft[]> {
  const drafts = await Promise.all(changes.map(async (change) => draftTool(context, change)));
  const all = await stored.listTools(context.db);
  const others = all.filter(({ id }) => drafts.every((draft) => draft.id !== id));
  const names = [...others, ...drafts.flatMap(({ to }) => to ?? [])].map(({ name }) => name);
  if (new Set(names).size < names.length) throw nameTaken();
  if (names.length > toolsMax && names.length > all.length)
    throw new Problem('invalid', localize('too_many_tools', { max: toolsMax }));
  return drafts;
}

async function draftTool(context: Pick<Context, 'db' | 'secrets'>, change: RehearsedTool): Promise<ToolDraft> {
  const present = change.id === null ? undefined : await stored.findTool(context.db, change.id);
  if (change.id !== null && !present) throw noTool();
  const from = present ? keptOf(present) : null;
  const id = change.id ?? uuidv7();
  if ('isActive' in change) return { id, from, to: from && { ...from, isActive: change.isActive } };
  return { id, from, to: change.definition && (await checked(context, change.definition, from)) };
}

/** Returns the changes for display: new tools have their id, and secrets are masked. */
export const shownChanges = (changes: readonly RehearsedTool[], drafts: readonly ToolDraft[]): RehearsedTool[] =>
  changes.map((change, at) => {
    const { id, to } = drafts[at] ?? { id: change.id, to: null };
    if (id === null || 'isActive' in change || change.definition === null) return change;
    return { id, definition: to ? definitionOf(to) : change.definition };
  });

/** Going back. */
export const reversed = (drafts: readonly ToolDraft[]): ToolDraft[] =>
  drafts.map(({ id, from, to }) => ({ id, from: to, to: from }));

/** Returns true for the same action, whichever key its secrets are encrypted with. */
function isSame(context: Pick<Context, 'secrets'>, one: stored.NewTool | null, other: stored.NewTool | null): boolean {
  if (isDeepStrictEqual(one, other)) return true;
  if (!one?.http || !other?.http) return false;
  try {
    const [ours, theirs] = [one.http, other.http].map((http) => ({
      ...http,
      headers: openHeaders(context, http.headers),
    }));
    return isDeepStrictEqual({ ...one, http: ours }, { ...other, http: theirs });
  } catch {
    return false;
  }
}

/**
 * Applies drafts of actions, if all of the actions are still as the drafts found them. Runs within the caller's
 * transaction.
 * @throws Problem `conflict` if one was changed in the meantime, or its name was given to another; `not_found` if the
 * server of one was removed
 */
export async function makeDrafts(context: Context, caller: StaffCaller, drafts: readonly ToolDraft[]): Promise<void> {
  const { db } = context;
  await stored.lockTools(
    db,
    drafts.map(({ id }) => id),
  );
  for (const { id, from } of drafts) {
    const present = await stored.findTool(db, id);
    if (!isSame(context, present ? keptOf(present) : null, from))
      throw new Problem('conflict', localize('rehearsed_tools_changed'));
  }
  // Removals go first: they free names for additions.
  for (const draft of drafts.toSorted((one, other) => Number(other.to === null) - Number(one.to === null)))
    await makeDraft(context, caller, draft);
}

async function makeDraft(context: Context, caller: StaffCaller, { id, from, to }: ToolDraft): Promise<void> {
  const { db } = context;
  const subject = aboutTool(id);
  if (to === null) {
    if (from === null) return;
    await stored.deleteTool(db, id);
    await recordAudit(context, caller, { action: 'tool.deleted', subject, details: { name: from.name } });
    return;
  }
  if (to.serverId !== null && !(await stored.findToolServer(db, to.serverId))) throw noServer();
  const made = await (from === null ? stored.insertTool(db, { ...to, id }) : stored.updateTool(db, id, to)).catch(
    (error: unknown) => {
      if (isUniqueViolation(error, 'tools_name_key')) throw nameTaken();
      throw error;
    },
  );
  if (!made) throw nameTaken();
  const details = auditedChange(from, to);
  await recordAudit(context, caller, { action: from === null ? 'tool.added' : 'tool.updated', subject, details });
}
