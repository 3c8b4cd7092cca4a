/** Reads and writes our own CSV: an export can be imported again without loss. */
import type { CannedReply } from '@parley/contracts/messages/canned-replies';
import { Problem } from '@parley/contracts/problems';
import { type LocalizedText, localize } from '@parley/contracts/i18n/server-texts';
import { readCsv, writeCsvRow } from '../../text/csv.ts';
import type { Entry, Unreadable } from './entry.ts';

/** By domain or id; of those that cannot be found the answer is undefined. */
export type FindWebsite = (name: string) => string | undefined;

const columns = ['shortcut', 'name', 'visibility', 'text', 'websites', 'actions'] as const;
type Column = (typeof columns)[number];
const variantPrefix = 'text:';
/** Names the files of a reply, which no CSV holds; there where one has any. */
const filesColumn = 'files';

/** Names of our columns in other programs. */
const aliases: Record<string, Column> = { short_code: 'shortcut', content: 'text', body: 'text', title: 'name' };

/** The whole file. Websites are named by domain, so that another installation knows them too. */
export function writeReplies(replies: readonly CannedReply[], domainOf: (id: string) => string): string {
  const languages = [
    ...new Set(replies.flatMap(({ variants }) => variants.map(({ language }) => language))),
  ].toSorted();
  const hasFiles = replies.some(({ attachments = [] }) => attachments.length > 0);
  const rows = replies.map(({ shortcut, name, ownerId, text, variants, websiteIds, actions, attachments = [] }) => [
    shortcut,
    name,
    ownerId === null ? 'shared' : 'personal',
    text,
    websiteIds.map(domainOf).join(' '),
    actions.length > 0 ? JSON.stringify(actions) : '',
    ...languages.map((language) => variants.find((variant) => variant.language === language)?.text ?? ''),
    ...(hasFiles ? [attachments.map((file) => file.name).join(', ')] : []),
  ]);
  const head = [
    ...columns,
    ...languages.map((language) => variantPrefix + language),
    ...(hasFiles ? [filesColumn] : []),
  ];
  return [head, ...rows].map(writeCsvRow).join('');
}

/** @throws Problem `invalid` for a text that isn't CSV, or has no column for shortcuts or texts */
export function readReplies(file: string, findWebsite: FindWebsite): (Entry | Unreadable)[] {
  const [head, ...rows] = readCsv(file);
  const names = (head?.cells ?? []).map((cell) => {
    const name = cell.trim().toLowerCase();
    return aliases[name] ?? name;
  });
  for (const needed of ['shortcut', 'text']) {
    if (!names.includes(needed)) throw new Problem('invalid', localize('column_missing', { column: needed }));
  }
  return rows.map(({ line, cells }) => {
    const cell = (column: Column): string => cells[names.indexOf(column)]?.trim() ?? '';
    const shortcut = cell('shortcut').replace(/^\//, '');
    const unreadable = (reason: LocalizedText): Unreadable => ({ line, shortcut: shortcut || null, reason });
    const visibility = cell('visibility').toLowerCase();
    if (!['', 'shared', 'personal'].includes(visibility)) return unreadable(localize('visibility_unknown'));
    const actions = readActions(cell('actions'));
    if (!actions) return unreadable(localize('actions_no_list'));
    const websiteIds: string[] = [];
    for (const name of cell('websites').split(/\s+/).filter(Boolean)) {
      const id = findWebsite(name);
      if (id === undefined) return unreadable(localize('website_unknown', { name }));
      websiteIds.push(id);
    }
    const variants = names.flatMap((name, index) => {
      const text = cells[index]?.trim() ?? '';
      return name.startsWith(variantPrefix) && text !== ''
        ? [{ language: name.slice(variantPrefix.length), text }]
        : [];
    });
    const fields = { name: cell('name') || shortcut, shortcut, text: cell('text'), variants, actions, websiteIds };
    const files = cells[names.indexOf(filesColumn)]?.trim() ?? '';
    return {
      line,
      ...(visibility && { isShared: visibility === 'shared' }),
      fields,
      bringsFiles: files !== '',
      changes: files === '' ? [] : [localize('csv_without_files', { names: files })],
    };
  });
}

/** Whether they are actions is looked at with everything else. */
function readActions(json: string): CannedReply['actions'] | undefined {
  if (json === '') return [];
  try {
    const actions: unknown = JSON.parse(json);
    return Array.isArray(actions) ? (actions as CannedReply['actions']) : undefined;
  } catch {
    return undefined;
  }
}
