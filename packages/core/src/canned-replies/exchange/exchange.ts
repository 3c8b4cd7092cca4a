/** Taking canned replies over from a file, and handing them over as one. */
import {
  type CannedReply,
  type ImportFormat,
  type ImportReport,
  replyFields,
} from '@parley/contracts/messages/canned-replies';
import { englishOf, type LocalizedText, localize } from '@parley/contracts/i18n/server-texts';
import { Strict } from '@parley/contracts/schema';
import { listCannedReplies } from '@parley/db/canned-replies/read';
import { type ReplyDraft, upsertReplies } from '@parley/db/canned-replies/write';
import { listWebsites } from '@parley/db/websites/websites';
import { Compile } from 'typebox/compile';
import type { StaffCaller } from '../../callers.ts';
import type { Context } from '../../context.ts';
import { recordAudit } from '../../audit/record.ts';
import { fieldErrors } from '../../field-errors.ts';
import { can, refuseWithout } from '../../permissions/permissions.ts';
import { cleanReply, faultsOf, refuseTooMany, repliesChanged, unknownFaults, unknownNames } from '../replies.ts';
import { readChatwoot } from './chatwoot.ts';
import type { Entry, Unreadable } from './entry.ts';
import { type FindWebsite, readReplies, writeReplies } from './own-csv.ts';

type Entries = (Entry | Unreadable)[];

const readers: Record<ImportFormat, (file: string, findWebsite: FindWebsite) => Entries | Promise<Entries>> = {
  csv: readReplies,
  chatwoot: readChatwoot,
  // It reads HTML, which nothing else of the API does: loaded when there is some.
  intercom: async (file) => (await import('./intercom.ts')).readIntercom(file),
};

const Fields = Compile(Strict(replyFields));

/** `canned-replies-2026-11-21.csv` */
export const exportFileName = (now = new Date()): string => `canned-replies-${now.toISOString().slice(0, 10)}.csv`;

/** Returns the caller's own replies as CSV, with the shared ones if they may change them. */
export async function exportReplies(context: Pick<Context, 'db' | 'settings'>, caller: StaffCaller): Promise<string> {
  await refuseWithout(context, caller, 'replies.write');
  const { db } = context;
  const domains = new Map((await listWebsites(db)).map(({ id, domain }) => [id, domain]));
  const mayShare = await can(context, caller, 'replies.share');
  const replies = await listCannedReplies(db, caller.user.id);
  return writeReplies(
    // Those of teams would be everybody's once they are imported.
    replies.filter(({ ownerId, teamId }) => teamId === null && (mayShare || ownerId !== null)),
    (id) => domains.get(id) ?? id,
  );
}

export interface ImportRequest {
  format: ImportFormat;
  content: string;
  /** Default for entries that don't set it. */
  isShared: boolean;
  existing?: 'skip' | 'replace';
}

/**
 * Imports the valid entries in one transaction, and returns the others by line with the reason. Importing the same file
 * again changes nothing.
 *
 * @throws Problem `invalid` for a file in another format, `forbidden` for shared replies without the right to them;
 * nothing is changed then
 */
export async function importReplies(
  context: Context,
  caller: StaffCaller,
  { format, content, isShared, existing = 'skip' }: ImportRequest,
): Promise<ImportReport> {
  await refuseWithout(context, caller, 'replies.write');
  const websites = await listWebsites(context.db);
  const findWebsite = (name: string) => websites.find(({ id, domain }) => domain === name || id === name)?.id;
  const read = await readers[format](content, findWebsite);
  const report: ImportReport = { added: 0, replaced: 0, unchanged: 0, skipped: [], changed: [] };
  const skip = (line: number, shortcut: string | null, localized: LocalizedText) =>
    report.skipped.push({ line, shortcut, reason: englishOf(localized), localized });

  const entries = read.filter((each) => 'fields' in each);
  const unknown = await unknownNames(
    context,
    entries.map(({ fields }) => fields).filter((fields) => Fields.Check(fields)),
  );
  const present = new Map(
    (await listCannedReplies(context.db, caller.user.id)).map((reply) => [placeOf(reply), reply]),
  );
  const seen = new Map<string, number>();
  const drafts: ReplyDraft[] = [];
  for (const each of read) {
    if (!('fields' in each)) {
      skip(each.line, each.shortcut, each.reason);
      continue;
    }
    const { line, fields, changes, bringsFiles } = each;
    const fault = faultOf(fields, unknown, bringsFiles);
    if (fault !== undefined) {
      report.skipped.push({ line, shortcut: fields.shortcut.slice(0, 40) || null, ...fault });
      continue;
    }
    const draft: ReplyDraft = {
      ...cleanReply(fields),
      ownerId: (each.isShared ?? isShared) ? null : caller.user.id,
      teamId: null,
    };
    const place = placeOf(draft);
    const earlier = seen.get(place);
    const there = present.get(place);
    seen.set(place, earlier ?? line);
    if (earlier !== undefined)
      skip(line, draft.shortcut, localize('shortcut_on_line', { shortcut: draft.shortcut, line: earlier }));
    else if (there && isSame(there, draft)) report.unchanged += 1;
    else if (there && existing === 'skip')
      skip(line, draft.shortcut, localize('reply_exists', { shortcut: draft.shortcut }));
    else {
      drafts.push(draft);
      report[there ? 'replaced' : 'added'] += 1;
      for (const localized of changes)
        report.changed.push({ line, shortcut: draft.shortcut, what: englishOf(localized), localized });
    }
  }
  await store(context, caller, drafts, present, format);
  return report;
}

async function store(
  context: Context,
  caller: StaffCaller,
  drafts: readonly ReplyDraft[],
  present: ReadonlyMap<string, CannedReply>,
  format: ImportFormat,
): Promise<void> {
  const shared = drafts.filter(({ ownerId }) => ownerId === null);
  if (shared.length > 0) await refuseWithout(context, caller, 'replies.share');
  for (const ownerId of [null, caller.user.id]) {
    const added = drafts.filter((draft) => draft.ownerId === ownerId && !present.has(placeOf(draft)));
    if (added.length > 0) await refuseTooMany(context, ownerId, added.length);
  }
  if (drafts.length === 0) return;
  await upsertReplies(context.db, drafts, caller.user.id);
  if (shared.length > 0) {
    const details = { format, replies: shared.length };
    await recordAudit(context, caller, { action: 'canned_replies.imported', details });
  }
  for (const ownerId of new Set(drafts.map((draft) => draft.ownerId))) await repliesChanged(context, ownerId);
}

/** Two replies cannot both be at one place. */
const placeOf = ({ ownerId, teamId, shortcut }: Pick<CannedReply, 'ownerId' | 'teamId' | 'shortcut'>): string =>
  `${ownerId} ${teamId} ${shortcut}`;

/** The first thing that is wrong with an entry. */
function faultOf(
  fields: Entry['fields'],
  unknown: ReadonlySet<string>,
  bringsFiles?: boolean,
): Pick<ImportReport['skipped'][number], 'reason' | 'field' | 'localized'> | undefined {
  if (Fields.Check(fields)) {
    const clean = cleanReply(fields);
    const [fault] = [...faultsOf(clean, bringsFiles), ...unknownFaults(clean, unknown)];
    return fault && { reason: fault.message, ...(fault.localized && { localized: fault.localized }) };
  }
  const [error] = fieldErrors(Fields.Errors(fields));
  if (!error) return undefined;
  const { path: field, message, localized } = error;
  return { reason: `${field}: ${message}`, field, ...(localized && { localized }) };
}

const isSame = (one: CannedReply, other: ReplyDraft): boolean =>
  one.name === other.name &&
  one.text === other.text &&
  JSON.stringify([byLanguage(one), one.actions.map(Object.entries), one.websiteIds.toSorted()]) ===
    JSON.stringify([byLanguage(other), other.actions.map(Object.entries), other.websiteIds.toSorted()]);

const byLanguage = ({ variants }: Pick<CannedReply, 'variants'>): string[][] =>
  variants.map(({ language, text }) => [language, text]).toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1));
