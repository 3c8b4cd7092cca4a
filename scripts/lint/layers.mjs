/**
 * Layers inside packages, for the lint rule `parley/import-direction`: a folder imports the folders before it, never one
 * after it, so no two folders import each other.
 */
import fs from 'node:fs';
import path from 'node:path';

/**
 * By package: rows are layers, lowest first; cells are folders or files of its `src`. Each imports the rows above it in
 * this table, and in its own row what stands left of it. `name/*` stands for every folder in `name`; these don't import
 * each other.
 *
 * @type {Record<string, string[][]>}
 */
export const layers = {
  core: [
    // Kernel
    ['as-seen.ts', 'callers.ts', 'derived-id.ts', 'field-errors.ts', 'job-options.ts', 'queues.ts', 'context.ts'],
    ['rate-limits.ts', 'encrypted-address.ts', 'session-cookie.ts', 'sessions.ts', 'validate-url.ts'],
    ['images', 'text', 'processes', 'storage', 'external', 'mailer', 'permissions', 'audit', 'live', 'settings'],
    // People
    ['websites', 'presence', 'push', 'notifications', 'users', 'sign-in', 'scim'],
    // Conversations
    [
      'events',
      'deliveries',
      'files',
      'conversations',
      'forms',
      'messages',
      'contacts',
      'canned-replies',
      'bulk',
      'views',
    ],
    ['sla', 'transcripts', 'stats', 'routing', 'ratings', 'reviews'],
    // Knowledge
    ['knowledge', 'help'],
    // Assistant
    ['ai'],
    // Channels
    ['proactive', 'visitors', 'mail', 'channels'],
    // Integrations
    ['integrations', 'sync', 'imports', 'data'],
    // Wiring: everything together
    ['open-context.ts', 'testing.ts', 'maintenance', 'demo'],
  ],
  dashboard: [
    ['i18n', 'preferences', 'theme', 'loading'],
    ['api', 'commands'],
    ['ui', 'auth', 'forms'],
    ['live'],
    // Shown by several features, one folder for each thing, in the order in which they use each other.
    [
      'domain/settings',
      'domain/absences',
      'domain/users',
      'domain/rich-text',
      'domain/files',
      'domain/fields',
      'domain/widget-look',
      'domain/priority',
      'domain/snooze',
      'domain/sla',
      'domain/simulation',
      'domain/rating',
      'domain/tags',
      'domain/contacts',
      'domain/attributes',
      'domain/tracked-events',
      'domain/blocks',
      'domain/filter',
      'domain/notifications',
    ],
    [
      'domain/conversation',
      'domain/revisions',
      'domain/notes',
      'domain/copilot',
      'domain/scheduled',
      'domain/schedules',
      'domain/mail',
    ],
    ['domain/canned-replies', 'domain/answers', 'domain/rehearsal', 'domain/tools', 'domain/deliveries'],
    ['features/*'],
    ['layout', 'pages', 'app'],
    ['main.tsx'],
  ],
};

/**
 * The cell of a table that a file belongs to, with the folder's own name in place of `*`, and its position.
 *
 * @param {string[][]} rows
 * @param {string} file relative to `src`
 */
function cellOf(rows, file) {
  const parts = file.split(path.sep);
  const [top = '', second = ''] = parts;
  const isNested = parts.length > 2;
  const names = [top, ...(isNested ? [`${top}/${second}`, `${top}/*`] : [])];
  const position = rows.flat().findIndex((cell) => names.includes(cell));
  if (position < 0) return undefined;
  return { position, name: rows.flat()[position] === top ? top : `${top}/${second}` };
}

/** @param {string} file */
const isCode = (file) => /\.[cm]?[jt]sx?$/.test(file);

/**
 * The two folders of an import that goes against the table of its package, or the one that has no place in it.
 *
 * @param {string} packageName
 * @param {string} importer relative to `src`
 * @param {string} imported relative to `src`
 * @returns {{ from: string, to?: string } | undefined}
 */
export function againstLayers(packageName, importer, imported) {
  const rows = layers[packageName];
  if (!rows) return undefined;
  const from = cellOf(rows, importer);
  if (!from) return { from: importer };
  const to = cellOf(rows, imported);
  if (!to) return isCode(imported) ? { from: from.name, to: imported } : undefined;
  if (to.position < from.position || to.name === from.name) return undefined;
  return { from: from.name, to: to.name };
}

/**
 * Describes the fault of an import inside a package in a sentence; undefined for a right one.
 *
 * @param {string} packageName
 * @param {string} home the package's folder
 * @param {string} file the importing file, absolute
 * @param {string} specifier a relative path
 * @returns {string | undefined}
 */
export function layerFault(packageName, home, file, specifier) {
  const src = path.join(home, 'src');
  const importer = path.relative(src, file);
  const imported = path.relative(src, path.resolve(path.dirname(file), specifier));
  if (importer.startsWith('..') || imported.startsWith('..')) return undefined;
  const fault = againstLayers(packageName, importer, imported);
  if (!fault) return undefined;
  const { from, to } = fault;
  if (!to) return `${from} has no place in the table of layers (scripts/lint/layers.mjs).`;
  return `${from} may not import ${to}: the table of layers (scripts/lint/layers.mjs) does not have it below.`;
}

/**
 * All imports of a package against its table, by folder, the folders: which must be none.
 *
 * @param {string} packageName
 * @param {string} home the package's folder
 */
export function importsAgainstLayers(packageName, home) {
  const src = path.join(home, 'src');
  /** @type {Record<string, string[]>} */
  const found = {};
  for (const file of fs.readdirSync(src, { recursive: true, encoding: 'utf8' })) {
    if (!isCode(file)) continue;
    const text = fs.readFileSync(path.join(src, file), 'utf8');
    for (const [, specifier = ''] of text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)) {
      const fault = againstLayers(packageName, file, path.join(path.dirname(file), specifier));
      if (!fault) continue;
      const to = fault.to ?? '';
      const known = (found[fault.from] ??= []);
      if (!known.includes(to)) known.push(to);
    }
  }
  return Object.fromEntries(Object.entries(found).map(([from, to]) => [from, to.toSorted()]));
}
