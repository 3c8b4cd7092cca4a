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
    ['rate-limits.ts', 'sealed-address.ts', 'session-cookie.ts', 'sessions.ts', 'validate-url.ts'],
    ['images', 'text', 'processes', 'storage', 'external', 'mailer', 'settings', 'audit', 'events'],
    // People
    ['websites', 'users', 'sign-in', 'scim', 'presence', 'visitors', 'contacts'],
    // Conversations
    ['deliveries', 'files', 'conversations', 'messages', 'canned-replies', 'bulk', 'views', 'transcripts', 'stats'],
    // Knowledge
    ['knowledge', 'help'],
    // Assistant
    ['ai'],
    // Channels
    ['channels', 'mail'],
    // Integrations
    ['integrations', 'sync', 'data'],
    // Wiring: everything together
    ['maintenance', 'demo', 'open-context.ts', 'testing.ts'],
  ],
  dashboard: [
    ['i18n', 'preferences', 'theme', 'loading'],
    ['api', 'commands'],
    ['ui', 'auth', 'forms'],
    ['live'],
    ['features/*'],
    ['layout', 'pages', 'app'],
    ['first-paint', 'main.tsx'],
  ],
};

/**
 * Imports against the table that are left: by package and folder, the folders. It only gets shorter:
 * `scripts/test/layers.test.ts` refuses what nobody imports any more.
 *
 * @type {Record<string, Record<string, string[]>>}
 */
export const leftAgainstLayers = {
  core: {
    audit: ['channels', 'deliveries', 'sign-in', 'users'],
    channels: ['mail'],
    contacts: ['conversations', 'messages'],
    'context.ts': ['events'],
    conversations: ['bulk', 'canned-replies', 'messages'],
    deliveries: ['ai', 'channels', 'conversations', 'messages'],
    events: ['deliveries', 'visitors'],
    files: ['channels', 'messages'],
    knowledge: ['help'],
    messages: ['channels'],
    settings: ['audit', 'channels', 'events', 'sign-in', 'users'],
    'sign-in': ['open-context.ts'],
    users: ['conversations', 'sign-in'],
    visitors: ['ai', 'conversations', 'help', 'messages'],
    websites: ['users'],
  },
  dashboard: {
    'features/account': ['features/sign-in'],
    'features/api-keys': ['features/roles'],
    'features/audit': ['features/settings'],
    'features/bulk': ['features/priority', 'features/roles', 'features/snooze', 'features/tags', 'features/thread'],
    'features/canned-replies': ['features/files', 'features/notes', 'features/roles'],
    'features/contacts': ['features/notes', 'features/overview', 'features/thread'],
    'features/copilot': ['features/canned-replies', 'features/tags'],
    'features/filter': ['features/roles'],
    'features/inbox': [
      'features/contacts',
      'features/copilot',
      'features/priority',
      'features/roles',
      'features/search',
      'features/snooze',
      'features/spam',
      'features/tags',
      'features/thread',
    ],
    'features/integrations': ['features/copilot', 'features/rehearsal'],
    'features/knowledge': ['features/canned-replies', 'features/overview', 'features/rehearsal'],
    'features/knowledge-answers': ['features/overview'],
    'features/knowledge-sources': ['features/overview', 'features/rehearsal'],
    'features/merging': ['features/thread'],
    'features/notes': ['features/files', 'features/revisions', 'features/thread'],
    'features/original-email': ['features/thread'],
    'features/overview': ['features/integrations'],
    'features/rehearsal': ['features/overview', 'features/tools'],
    'features/scheduled': ['features/files', 'features/snooze', 'features/thread'],
    'features/search': ['features/contacts'],
    'features/settings': ['features/account', 'features/roles'],
    'features/sign-in': ['features/account'],
    'features/sso': ['features/roles', 'features/sign-in'],
    'features/tags': ['features/priority', 'features/snooze'],
    'features/team': ['features/roles'],
    'features/thread': [
      'features/canned-replies',
      'features/copilot',
      'features/files',
      'features/knowledge-answers',
      'features/merging',
      'features/notes',
      'features/original-email',
      'features/revisions',
      'features/roles',
      'features/scheduled',
      'features/spam',
      'features/tags',
      'features/transcripts',
    ],
    'features/tools': ['features/integrations', 'features/overview', 'features/rehearsal'],
    'features/views': ['features/roles', 'features/scheduled'],
    'features/visitor': ['features/attributes', 'features/contacts'],
    'features/websites': ['features/files'],
    live: ['features/priority'],
  },
};

/**
 * The cell of a table that a file belongs to, with the folder's own name in place of `*`, and its position.
 *
 * @param {string[][]} rows
 * @param {string} file relative to `src`
 */
function cellOf(rows, file) {
  const parts = file.split(path.sep).join('/').split('/');
  const cells = rows.flat();
  const position = cells.findIndex((cell) => {
    if (cell.endsWith('/*')) return parts.length > 2 && parts[0] === cell.slice(0, -2);
    return parts[0] === cell;
  });
  if (position < 0) return undefined;
  const name = cells[position]?.endsWith('/*') ? `${parts[0]}/${parts[1]}` : parts[0];
  return { position, name: name ?? '' };
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
 * What is wrong with an import inside a package, in a sentence, or undefined.
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
  if (leftAgainstLayers[packageName]?.[from]?.includes(to)) return undefined;
  return `${from} may not import ${to}: the table of layers (scripts/lint/layers.mjs) does not have it below.`;
}

/**
 * All imports of a package against its table, by folder, the folders: what `leftAgainstLayers` may have at most.
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
