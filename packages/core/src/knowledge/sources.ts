/** The sources of knowledge as the team manages them. */
import type {
  KnowledgeDocument,
  KnowledgePassage,
  KnowledgeSource,
  KnowledgeVersion,
} from '@parley/contracts/knowledge/knowledge';
import { knowledgeSourcesMax } from '@parley/contracts/knowledge/limits';
import { Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import { documentDetails, listDocuments } from '@parley/db/knowledge/listing';
import { storeOriginal } from '@parley/db/knowledge/queued';
import * as sources from '@parley/db/knowledge/sources';
import { type AsSeen, goneOr, holdAsSeen } from '../as-seen.ts';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { addOrLeave } from '../queues.ts';
import { differencesOf } from '../audit/differences.ts';
import { recordAudit } from '../audit/record.ts';
import { kindOfDocument } from './document-kinds.ts';
import { refuseWithout } from '../permissions/permissions.ts';

const about = (id: string) => ({ type: 'knowledge_source', id });
const unknownSource = () => new Problem('not_found', localize('no_such_source'));

/** The articles first, then in the order they were added. */
export async function listSources(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
): Promise<KnowledgeSource[]> {
  await refuseWithout(context, caller, 'articles.manage');
  return sources.listSources(context.db);
}

async function sourceNow({ db }: Pick<Context, 'db'>, id: string): Promise<KnowledgeSource> {
  const source = await sources.findSource(db, id);
  if (!source) throw unknownSource();
  return source;
}

export type SourceToAdd = sources.SourceSettings & { kind: 'website' | 'git' };

/** Adds a website or repository and has it read. @throws Problem `conflict` when there are too many */
export async function addSource(context: Context, caller: StaffCaller, source: SourceToAdd): Promise<KnowledgeSource> {
  await refuseWithout(context, caller, 'articles.manage');
  const id = await insert(context, caller, source);
  return read(context, id);
}

export type FileToAdd = Pick<sources.SourceSettings, 'audience' | 'websiteIds'> & { name: string; bytes: Buffer };

/** Adds a file and has it read. @throws Problem `invalid` for a kind that is not read, `conflict` when there are too many */
export async function addFile(context: Context, caller: StaffCaller, file: FileToAdd): Promise<KnowledgeSource> {
  await refuseWithout(context, caller, 'articles.manage');
  const { name, audience, websiteIds, bytes } = file;
  if (kindOfDocument(null, name) === undefined) throw new Problem('invalid', localize('source_file_kind'));
  const id = await insert(context, caller, {
    kind: 'file',
    name,
    url: null,
    rules: readsAll,
    audience,
    websiteIds,
    everyHours: null,
  });
  await storeOriginal(context.db, { sourceId: id, name, audience, websiteIds, bytes });
  return read(context, id);
}

const readsAll = { include: [], exclude: [], maxPages: 1 };

async function insert(
  context: Context,
  caller: StaffCaller,
  source: sources.SourceSettings & { kind: KnowledgeSource['kind'] },
): Promise<string> {
  const id = await sources.insertSource(context.db, {
    ...source,
    name: source.name.trim(),
    createdBy: caller.user.id,
    max: knowledgeSourcesMax,
  });
  if (id === undefined) throw new Problem('conflict', localize('too_many_sources', { max: knowledgeSourcesMax }));
  await recordAudit(context, caller, {
    action: 'knowledge_source.added',
    subject: about(id),
    details: { kind: source.kind },
  });
  return id;
}

async function read(context: Context, id: string): Promise<KnowledgeSource> {
  await sources.startReading(context.db, id);
  await addOrLeave(context, 'knowledge', { sourceId: id });
  return sourceNow(context, id);
}

/** Changes a source; a new audience applies to its documents at once. @throws Problem as `holdAsSeen` */
export async function updateSource(
  context: Context,
  caller: StaffCaller,
  id: string,
  {
    expected,
    ...change
  }: AsSeen<Partial<Omit<sources.SourceSettings, 'url'>> & { isPaused?: boolean }, KnowledgeSource>,
): Promise<KnowledgeSource> {
  await refuseWithout(context, caller, 'articles.manage');
  await context.db.transaction().execute(async (db) => {
    const now = () => sources.findSource(db, id);
    const present = await holdAsSeen(db, {
      table: 'knowledgeSources',
      id,
      read: now,
      change,
      expected,
      unknown: unknownSource,
    });
    if (!(await sources.updateSource(db, id, change))) throw unknownSource();
    const details = differencesOf(present, (await now()) ?? present, Object.keys(change));
    await recordAudit({ db }, caller, {
      action: 'knowledge_source.updated',
      subject: about(id),
      details: { ...details },
    });
  });
  return sourceNow(context, id);
}

/** Has a source read again. @throws Problem `not_found`, `conflict` while it is being read */
export async function readSourceAgain(context: Context, caller: StaffCaller, id: string): Promise<KnowledgeSource> {
  await refuseWithout(context, caller, 'articles.manage');
  const source = await sourceNow(context, id);
  if (source.kind === 'article') throw unknownSource();
  if (!(await sources.startReading(context.db, id))) throw new Problem('conflict', localize('source_being_read'));
  await recordAudit(context, caller, { action: 'knowledge_source.read', subject: about(id) });
  await addOrLeave(context, 'knowledge', { sourceId: id });
  return sourceNow(context, id);
}

/** Nothing of it is found any more. @throws Problem `not_found` */
export async function deleteSource(context: Context, caller: StaffCaller, id: string): Promise<void> {
  await refuseWithout(context, caller, 'articles.manage');
  if (!(await sources.deleteSource(context.db, id))) throw await goneOr(context.db, id, unknownSource);
  await recordAudit(context, caller, { action: 'knowledge_source.deleted', subject: about(id) });
}

export type DocumentsQuery = Parameters<typeof listDocuments>[2];

/** A page of the documents of a source, those that failed first. @throws Problem `not_found` */
export async function sourceDocuments(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
  id: string,
  query: DocumentsQuery,
): Promise<{ documents: KnowledgeDocument[]; next: string | null }> {
  await refuseWithout(context, caller, 'articles.manage');
  await sourceNow(context, id);
  return listDocuments(context.db, id, query);
}

/** @throws Problem `not_found` */
export async function readDocumentDetails(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
  id: string,
): Promise<{ document: KnowledgeDocument; passages: KnowledgePassage[]; versions: KnowledgeVersion[] }> {
  await refuseWithout(context, caller, 'articles.manage');
  const details = await documentDetails(context.db, id);
  if (!details) throw new Problem('not_found', localize('no_such_document'));
  return details;
}

/** Has one document read again. @throws Problem `not_found` */
export async function retryDocument(context: Context, caller: StaffCaller, id: string): Promise<void> {
  await refuseWithout(context, caller, 'articles.manage');
  const sourceId = await sources.retryDocument(context.db, id);
  if (sourceId === undefined) throw new Problem('not_found', localize('no_such_document'));
  await recordAudit(context, caller, { action: 'knowledge_source.read', subject: about(sourceId) });
  await addOrLeave(context, 'knowledge', { sourceId });
}
