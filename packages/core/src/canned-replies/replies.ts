/** Manages canned replies: their owners, the right to change them, and their validation. */
import type { Attachment, AttachmentInputs } from '@parley/contracts/messages/attachments';
import type { AuditAction } from '@parley/contracts/audit/audit-actions';
import { type CannedReply, repliesMax } from '@parley/contracts/messages/canned-replies';
import { type FieldError, fieldError, fieldProblem, Problem } from '@parley/contracts/problems';
import { templateFaults } from '@parley/contracts/messages/reply-template';
import { localize } from '@parley/contracts/i18n/server-texts';
import { countReplies, listCannedReplies, ownerOfReply } from '@parley/db/canned-replies/read';
import { deleteReply, insertReply, type ReplyDraft, updateReply } from '@parley/db/canned-replies/write';
import { findForm } from '@parley/db/forms/forms';
import { listTeams } from '@parley/db/roles/teams';
import { listTags } from '@parley/db/tags/tags';
import { findAccount } from '@parley/db/users/users';
import { listWebsites } from '@parley/db/websites/websites';
import { type AsSeen, goneOr, holdAsSeen } from '../as-seen.ts';
import type { StaffCaller } from '../callers.ts';
import { faultOfBlocks } from '../messages/blocks.ts';
import { contradictionIn } from '../messages/macro-actions.ts';
import type { Context } from '../context.ts';
import { recordAudit } from '../audit/record.ts';
import { publishChange } from '../live/publish-change.ts';
import { copyFiles } from '../files/copy.ts';
import type { ExternalContext } from '../external/services.ts';
import { refuseLacking } from '../files/lacking.ts';
import { can, refuseWithout } from '../permissions/permissions.ts';

type Fields = Omit<ReplyDraft, 'ownerId' | 'teamId'>;
export type ReplyRequest = Pick<Fields, 'name' | 'shortcut' | 'text'> &
  Partial<Fields> & {
    isShared: boolean;
    /** Team that shares it, if not all do. */
    teamId?: string | null;
    /** All of its files: those that it has, and uploads of the caller's own. */
    attachments?: AttachmentInputs;
  };
/** Reply as its editor has seen it. */
type SeenReply = Fields & { id: string; isShared: boolean; teamId: string | null; attachments: AttachmentInputs };

const unknownReply = (): Problem => new Problem('not_found', localize('no_such_reply'));
const about = (id: string) => ({ type: 'canned_reply', id });

/** Those that all or the caller's teams share, and the caller's own, by shortcut; of all teams for who may change them. */
export async function listReplies(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
): Promise<CannedReply[]> {
  return listCannedReplies(context.db, caller.user.id, { ofAllTeams: await can(context, caller, 'replies.share') });
}

/** @throws Problem `invalid` by field, `forbidden` to share one, `conflict` for a shortcut that is taken */
export async function addReply(
  context: Context,
  caller: StaffCaller,
  { isShared, teamId: given = null, attachments, ...request }: ReplyRequest,
): Promise<CannedReply> {
  await refuseWithout(context, caller, 'replies.write');
  if (isShared) await refuseWithout(context, caller, 'replies.share');
  const ownerId = isShared ? null : caller.user.id;
  const teamId = isShared ? given : null;
  await refuseUnknownTeam(context, teamId);
  const fields = cleanReply({ variants: [], actions: [], websiteIds: [], ...request });
  await refuseFaults(context, fields, hasFiles(attachments));
  await refuseTooMany(context, ownerId, 1);
  const reply = await insertReply(context.db, { ...fields, ownerId, teamId, attachments }, caller.user.id).catch(
    refuseLacking,
  );
  if (reply === 'taken') throw taken(fields.shortcut);
  await announceReplies(context, caller, 'canned_reply.added', reply);
  return reply;
}

/**
 * Changes a reply of the caller's own or, with the right to, a shared one; `isShared` moves it from one to the other.
 *
 * @throws Problem as `addReply`, and as `holdAsSeen`
 */
export async function updateReplyOf(
  context: Context,
  caller: StaffCaller,
  id: string,
  { expected, ...request }: AsSeen<Partial<ReplyRequest>, SeenReply>,
): Promise<CannedReply> {
  await refuseWithout(context, caller, 'replies.write');
  const { before, after } = await context.db.transaction().execute(async (db) => {
    const within = { ...context, db };
    const read = async () => seenReply(await changeable(within, caller, id));
    const { isShared, teamId: given, attachments, ...change } = request;
    await holdAsSeen(db, { table: 'cannedReplies', id, read, change: request, expected, unknown: unknownReply });
    const present = await changeable(within, caller, id);
    const ownerId = isShared === undefined ? present.ownerId : isShared ? null : caller.user.id;
    if (ownerId === null) await refuseWithout(context, caller, 'replies.share');
    const teamId = ownerId !== null ? null : given === undefined ? present.teamId : given;
    await refuseUnknownTeam(within, teamId);
    const fields = cleanReply({ ...present, ...change });
    await refuseFaults(within, fields, hasFiles(attachments ?? present.attachments));
    if (ownerId !== present.ownerId) await refuseTooMany(within, ownerId, 1);
    const reply = await updateReply(
      db,
      { id, userId: caller.user.id },
      { ...fields, ownerId, teamId, attachments },
    ).catch(refuseLacking);
    if (reply === 'taken') throw taken(fields.shortcut);
    await auditReply(within, caller, 'canned_reply.updated', reply, present.ownerId);
    return { before: present, after: reply };
  });
  await publishReplies(context, after, before.ownerId);
  return after;
}

const seenReply = (reply: CannedReply): SeenReply => ({
  ...reply,
  isShared: reply.ownerId === null,
  attachments: (reply.attachments ?? []).map((each) => ({ id: each.id, ...(each.alt && { alt: each.alt }) })),
});

const hasFiles = (files: readonly unknown[] = []): boolean => files.length > 0;

/**
 * The files of a reply that the caller may use, as uploads of their own that the next message can bring.
 *
 * @throws Problem `not_found`, and as `copyFiles`
 */
export async function takeReplyFiles(context: ExternalContext, caller: StaffCaller, id: string): Promise<Attachment[]> {
  await refuseWithout(context, caller, 'conversations.reply');
  const ofAllTeams = await can(context, caller, 'replies.share');
  const [reply] = await listCannedReplies(context.db, caller.user.id, { onlyId: id, ofAllTeams });
  if (!reply) throw unknownReply();
  return copyFiles(context, caller, reply.attachments ?? []);
}

/** @throws Problem `not_found`, `forbidden` for a shared one without the right to */
export async function removeReply(context: Context, caller: StaffCaller, id: string): Promise<void> {
  await refuseWithout(context, caller, 'replies.write');
  const reply = await changeable(context, caller, id);
  if (!(await deleteReply(context.db, id, reply.ownerId))) throw unknownReply();
  await announceReplies(context, caller, 'canned_reply.deleted', reply);
}

/** Returns a reply that the caller may change. Another user's private one counts as unknown. */
async function changeable(context: Context, caller: StaffCaller, id: string): Promise<CannedReply> {
  const owner = await ownerOfReply(context.db, id);
  // Those that all share are in the audit log.
  if (!owner) throw await goneOr(context.db, id, unknownReply);
  if (owner.ownerId !== null && owner.ownerId !== caller.user.id) throw unknownReply();
  if (owner.ownerId === null) await refuseWithout(context, caller, 'replies.share');
  const reply = (await listCannedReplies(context.db, caller.user.id, { onlyId: id, ofAllTeams: true }))[0];
  if (!reply) throw unknownReply();
  return reply;
}

/** @throws Problem `invalid` */
async function refuseUnknownTeam({ db }: Pick<Context, 'db'>, teamId: string | null): Promise<void> {
  if (teamId === null || (await listTeams(db, teamId)).length > 0) return;
  throw fieldProblem('invalid', 'teamId', localize('no_such_team'));
}

const taken = (shortcut: string): Problem =>
  fieldProblem('conflict', 'shortcut', localize('shortcut_taken', { shortcut }));

/** Returns the fields as they are stored: trimmed, shortcut and languages in lower case. */
export const cleanReply = ({ name, shortcut, text, variants, actions, blocks = null, websiteIds }: Fields): Fields => ({
  name: name.trim(),
  shortcut: shortcut.toLowerCase(),
  text: text.trim(),
  variants: variants.map((variant) => ({ language: variant.language.toLowerCase(), text: variant.text.trim() })),
  actions,
  blocks,
  websiteIds: [...new Set(websiteIds)],
});

const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** Returns the faults of a reply by field; a reply may consist of files alone. */
export function faultsOf({ text, variants, actions, blocks }: Fields, bringsFiles = false): FieldError[] {
  const faults: FieldError[] = [];
  const look = (path: string, template: string) => {
    if (!isStorable(template)) faults.push(fieldError(path, localize('reply_no_unicode')));
    faults.push(...templateFaults(template).map((fault) => fieldError(path, fault)));
  };
  look('text', text);
  if (text === '' && actions.length === 0 && !bringsFiles && !blocks) {
    faults.push(fieldError('text', localize('reply_empty')));
  }
  const languages = new Set<string>();
  for (const [index, variant] of variants.entries()) {
    look(`variants.${index}.text`, variant.text);
    if (variant.text === '') faults.push(fieldError(`variants.${index}.text`, localize('variant_empty')));
    if (languages.has(variant.language)) {
      faults.push(fieldError(`variants.${index}.language`, localize('variant_twice', { language: variant.language })));
    }
    languages.add(variant.language);
  }
  const [wrong] = blocks ? (faultOfBlocks(blocks, [])?.errors ?? []) : [];
  if (wrong) faults.push(wrong);
  const contradiction = contradictionIn(actions);
  if (contradiction) faults.push(fieldError(`actions.${contradiction.index}`, contradiction.message));
  for (const [index, action] of actions.entries()) {
    if (action.type !== 'note') continue;
    look(`actions.${index}.text`, action.text);
    if (action.text.trim() === '') faults.push(fieldError(`actions.${index}.text`, localize('note_empty')));
  }
  return faults;
}

/** Returns the ids in replies that don't exist: websites, colleagues, tags, forms. */
export async function unknownNames({ db }: Pick<Context, 'db'>, replies: readonly Fields[]): Promise<Set<string>> {
  const userIds = replies.flatMap(({ actions }) =>
    actions.flatMap((action) => (action.type === 'assign' && isPerson(action.to) ? [action.to] : [])),
  );
  const sites = replies.flatMap(({ websiteIds }) => websiteIds);
  const tags = replies.flatMap(({ actions }) => actions.flatMap((action) => (action.type === 'tag' ? action.add : [])));
  const formIds = replies.flatMap(({ blocks }) => blocks?.formId ?? []);
  const known = new Set<string>();
  for (const id of formIds) if (await findForm(db, id)) known.add(id);
  if (tags.length > 0) for (const { id } of await listTags(db)) known.add(id);
  if (sites.length > 0) for (const { id } of await listWebsites(db)) known.add(id);
  for (const id of new Set(userIds)) if ((await findAccount(db, id))?.isActive) known.add(id);
  return new Set([...userIds, ...sites, ...tags, ...formIds].filter((id) => !known.has(id)));
}

const isPerson = (to: string): boolean => to !== 'me' && to !== 'nobody';

/** Returns the fields with unknown ids. */
export function unknownFaults({ actions, blocks, websiteIds }: Fields, unknown: ReadonlySet<string>): FieldError[] {
  const faults: FieldError[] = [];
  for (const [index, action] of actions.entries()) {
    if (action.type === 'assign' && unknown.has(action.to)) {
      faults.push(fieldError(`actions.${index}.to`, localize('no_such_representative')));
    }
    if (action.type === 'tag' && action.add.some((id) => unknown.has(id))) {
      faults.push(fieldError(`actions.${index}.add`, localize('no_such_tag')));
    }
  }
  if (blocks?.formId !== undefined && unknown.has(blocks.formId))
    faults.push(fieldError('blocks.formId', localize('no_such_form')));
  if (websiteIds.some((id) => unknown.has(id))) faults.push(fieldError('websiteIds', localize('no_such_website')));
  return faults;
}

/** @throws Problem `invalid` by field */
async function refuseFaults(context: Context, fields: Fields, bringsFiles: boolean): Promise<void> {
  const errors = [...faultsOf(fields, bringsFiles), ...unknownFaults(fields, await unknownNames(context, [fields]))];
  if (errors[0]) throw new Problem('invalid', errors[0].localized ?? errors[0].message, { errors });
}

/** @throws Problem `invalid` */
export async function refuseTooMany({ db }: Pick<Context, 'db'>, ownerId: string | null, more: number): Promise<void> {
  const max = ownerId === null ? repliesMax.shared : repliesMax.personal;
  if ((await countReplies(db, ownerId)) + more <= max) return;
  throw new Problem('invalid', localize('too_many_replies', { max }));
}

async function announceReplies(
  context: Context,
  caller: StaffCaller,
  action: ReplyAudit,
  reply: CannedReply,
): Promise<void> {
  await auditReply(context, caller, action, reply);
  await publishReplies(context, reply);
}

type ReplyAudit = Extract<AuditAction, `canned_reply.${string}`>;

/** Those that all share, or shared, are audited. */
async function auditReply(
  { db }: Pick<Context, 'db'>,
  caller: StaffCaller,
  action: ReplyAudit,
  { id, ownerId, shortcut }: CannedReply,
  formerOwnerId: string | null = ownerId,
): Promise<void> {
  if (ownerId !== null && formerOwnerId !== null) return;
  await recordAudit({ db }, caller, { action, subject: about(id), details: { shortcut } });
}

/** Makes dashboards that show the replies fetch them again. */
async function publishReplies(
  context: Context,
  { ownerId }: CannedReply,
  formerOwnerId: string | null = ownerId,
): Promise<void> {
  for (const owner of new Set([ownerId, formerOwnerId])) await repliesChanged(context, owner);
}

/** Notifies every dashboard that a user's replies, or the shared ones, have changed. */
export async function repliesChanged(context: Context, ownerId: string | null): Promise<void> {
  await publishChange(context, { frame: { type: 'canned_replies_updated', ownerId } });
}
