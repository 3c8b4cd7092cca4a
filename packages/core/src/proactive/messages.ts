/** Proactive messages as the team keeps them. */
import { aiConfigOn } from '@parley/contracts/assistant/settings';
import { localize } from '@parley/contracts/i18n/server-texts';
import { fieldProblem, Problem } from '@parley/contracts/problems';
import { proactiveMax } from '@parley/contracts/proactive/limits';
import type { ProactiveContent, ProactiveMessage, ProactiveReport } from '@parley/contracts/proactive/proactive';
import * as proactive from '@parley/db/proactive/messages';
import { accessOf } from '../ai/model-access.ts';
import { type AsSeen, goneOr, holdAsSeen } from '../as-seen.ts';
import { differencesOf } from '../audit/differences.ts';
import { recordAudit } from '../audit/record.ts';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { assertAssignable } from '../conversations/update.ts';
import type { ExternalContext } from '../external/services.ts';
import { publishChange } from '../live/publish-change.ts';
import { refuseWithout } from '../permissions/permissions.ts';
import { assertWebsites, cleanTexts } from './texts.ts';

const unknown = (): Problem => new Problem('not_found', localize('no_such_proactive'));
const taken = (name: string): Problem => fieldProblem('conflict', 'name', localize('name_taken', { name }));
const about = (id: string) => ({ type: 'proactive_message', id });
const announce = (context: Context) => publishChange(context, { frame: { type: 'proactive_updated' } });

/** Returns whether the assistant can say something on a website, or with null on any. */
export async function assistantSpeaks(context: ExternalContext, websiteId: string | null): Promise<boolean> {
  const { aiConfig } = await context.settings.read();
  const isOn = websiteId === null ? aiConfig.enabled : aiConfigOn(aiConfig, websiteId).enabled;
  return isOn && accessOf(context.external, aiConfig) !== undefined;
}

/** Returns the proactive messages, the most important first. @throws Problem `forbidden` */
export async function listProactive(context: ExternalContext, caller: StaffCaller): Promise<ProactiveMessage[]> {
  await refuseWithout(context, caller, 'websites.manage');
  const speaks = await assistantSpeaks(context, null);
  return (await proactive.listProactive(context.db)).map((each) => toMessage(each, speaks));
}

function toMessage(
  { hasPersonLeft, sender: _sender, ...message }: proactive.StoredProactive,
  assistant: boolean,
): ProactiveMessage {
  const isSilent = message.userId === null && !assistant;
  return { ...message, problem: hasPersonLeft ? 'person_left' : isSilent ? 'assistant_off' : null };
}

/**
 * Adds a proactive message behind the others.
 *
 * @throws Problem `forbidden`, `invalid` by field, `conflict` for a name that is taken and for too many
 */
export async function addProactive(
  context: ExternalContext,
  caller: StaffCaller,
  draft: ProactiveContent,
): Promise<ProactiveMessage> {
  await refuseWithout(context, caller, 'websites.manage');
  const content = await checked(context, draft);
  const added = await context.db.transaction().execute(async (db) => {
    const made = await proactive.insertProactive(db, content, proactiveMax);
    if (made === 'taken') throw taken(content.name);
    if (made === 'full') throw new Problem('conflict', localize('too_many_proactive', { max: proactiveMax }));
    await recordAudit({ db }, caller, { action: 'proactive.added', subject: about(made.id), details: { ...content } });
    return proactive.findProactive(db, made.id);
  });
  return done(context, added);
}

/** Changes a proactive message. @throws Problem as `addProactive`, `not_found`, and as `holdAsSeen` */
export async function updateProactive(
  context: ExternalContext,
  caller: StaffCaller,
  id: string,
  { expected, ...change }: AsSeen<Partial<ProactiveContent>, ProactiveMessage>,
): Promise<ProactiveMessage> {
  await refuseWithout(context, caller, 'websites.manage');
  const speaks = await assistantSpeaks(context, null);
  const updated = await context.db.transaction().execute(async (db) => {
    const read = async () => {
      const found = await proactive.findProactive(db, id);
      return found && toMessage(found, speaks);
    };
    const before = await holdAsSeen(db, { table: 'proactiveMessages', id, read, change, expected, unknown });
    const was = contentOf(before);
    const wanted = { ...was, ...change };
    // Without its person it can still be turned off.
    const isOnlyOff = change.isOn === false && Object.keys(change).length === 1;
    const content = isOnlyOff ? wanted : await checked({ ...context, db }, wanted);
    if ((await proactive.updateProactive(db, id, content)) === 'taken') throw taken(content.name);
    await recordAudit({ db }, caller, {
      action: 'proactive.updated',
      subject: about(id),
      details: { name: content.name, ...differencesOf(was, content) },
    });
    return proactive.findProactive(db, id);
  });
  return done(context, updated);
}

const contentOf = ({
  id: _id,
  problem: _problem,
  createdAt: _created,
  updatedAt: _updated,
  ...content
}: ProactiveMessage): ProactiveContent => content;

async function done(
  context: ExternalContext,
  stored: proactive.StoredProactive | undefined,
): Promise<ProactiveMessage> {
  if (!stored) throw unknown();
  await announce(context);
  return toMessage(stored, await assistantSpeaks(context, null));
}

/** Sets which comes first. @throws Problem `forbidden`, `conflict` if some were added or deleted since */
export async function orderProactive(context: Context, caller: StaffCaller, ids: readonly string[]): Promise<void> {
  await refuseWithout(context, caller, 'websites.manage');
  await context.db.transaction().execute(async (db) => {
    const present = new Set((await proactive.listProactive(db)).map(({ id }) => id));
    if (present.size !== ids.length || ids.some((id) => !present.has(id)))
      throw new Problem('conflict', localize('changed_meanwhile_by_somebody'));
    await proactive.orderProactive(db, ids);
    await recordAudit({ db }, caller, { action: 'proactive.ordered', details: { ids } });
  });
  await announce(context);
}

/** @throws Problem `forbidden`, `not_found` */
export async function deleteProactive(context: Context, caller: StaffCaller, id: string): Promise<void> {
  await refuseWithout(context, caller, 'websites.manage');
  await context.db.transaction().execute(async (db) => {
    const name = await proactive.deleteProactive(db, id);
    if (name === undefined) throw await goneOr(db, id, unknown);
    await recordAudit({ db }, caller, { action: 'proactive.deleted', subject: about(id), details: { name } });
  });
  await announce(context);
}

/** Returns what proactive messages have led to in the last days, beside the hold-out. @throws Problem `forbidden` */
export async function reportProactive(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
  days: number,
): Promise<ProactiveReport[]> {
  await refuseWithout(context, caller, 'reports.read');
  return proactive.reportProactive(context.db, days);
}

/** Returns content as it is stored. @throws Problem `invalid` by field */
async function checked(context: Pick<Context, 'db'>, content: ProactiveContent): Promise<ProactiveContent> {
  await assertWebsites(context, content.websiteIds);
  await assertAssignable(context, content.userId);
  return { ...content, ...cleanTexts(content), name: content.name.trim() };
}
