/**
 * The lint rule `parley/import-direction`: who may import whom. It sees every way of importing (static, type-only,
 * re-export, dynamic, `import()` types) and refuses a package that is not in the importer's row, any relative path that
 * leaves the importer's own package, which would get round the table, and what is against the layers inside a package.
 */
import fs from 'node:fs';
import path from 'node:path';
import { layerFault } from './layers.mjs';

/**
 * Rows: a package; cells: the packages of ours that it may import. The order is the plan of the house, bottom up.
 *
 * @type {Record<string, string[]>}
 */
export const mayImport = {
  contracts: [],
  client: ['contracts'],
  sdk: ['contracts', 'client'],
  cli: ['contracts', 'sdk'],
  db: ['contracts'],
  service: ['contracts'],
  testing: ['contracts'],
  core: ['contracts', 'db', 'service'],
  api: ['contracts', 'db', 'core', 'service'],
  realtime: ['contracts', 'db', 'core', 'service'],
  worker: ['contracts', 'db', 'core', 'service'],
  doctor: ['contracts', 'db', 'core', 'service'],
  widget: ['contracts', 'client'],
  dashboard: ['contracts', 'client', 'widget'],
  front: ['contracts', 'service'],
};

/**
 * Packages that a package's tests may import beyond its row: the gateway is tested with the client that talks to it,
 * the worker as a process of its own, all that talk to external services with the fakes of `testing`.
 *
 * @type {Record<string, string[]>}
 */
export const testsMayAlsoImport = {
  core: ['testing'],
  api: ['testing'],
  realtime: ['client'],
  worker: ['e2e', 'testing'],
  doctor: ['e2e'],
  sdk: ['e2e'],
  cli: ['e2e'],
};

/**
 * Files that may import a module about activities or notes. Those belong to the staff alone: code that sends to
 * visitors, mails, models or webhooks has no way to read them.
 *
 * @type {Record<string, string[]>}
 */
export const onlyFor = {
  '@parley/db/activities/read': [
    'packages/core/src/conversations/activities.ts',
    'packages/core/src/conversations/notes.ts',
    'packages/core/src/bulk/undo.ts',
    'packages/core/src/data/privacy.ts',
    'packages/core/src/events/publish-event.ts',
    'packages/core/src/integrations/rules/run.ts',
    // Users alone are notified.
    'packages/core/src/notifications/follow-event.ts',
  ],
  '@parley/db/notes/search': ['packages/core/src/conversations/notes.ts'],
  '@parley/db/scheduled/scheduled': ['packages/core/src/messages/scheduled.ts'],
  '@parley/db/scheduled/due': ['packages/core/src/messages/scheduled.ts'],
  '@parley/db/notes/read': ['packages/core/src/conversations/notes.ts'],
  '@parley/db/visitors/contact-notes': [
    'packages/core/src/contacts/notes.ts',
    'packages/core/src/data/export.ts',
    'packages/core/src/sync/copy.ts',
  ],
  '@parley/core/contacts/notes': ['apps/api/src/contacts/routes.ts'],
  '@parley/core/conversations/activities': ['apps/api/src/conversations/routes.ts'],
  '@parley/core/messages/scheduled': [
    'apps/api/src/conversations/scheduled-routes.ts',
    'apps/worker/src/jobs/maintenance.ts',
  ],
  '@parley/core/bulk/undo': ['apps/api/src/conversations/routes.ts'],
  '@parley/core/conversations/notes': ['apps/api/src/conversations/note-routes.ts'],
};

/** They look at the house from outside, so they may import anything in it. */
export const outsiders = ['e2e', 'bench', 'deploy'];

const scope = '@parley/';
/** @type {Map<string, string>} */
const packageFolders = new Map();

/**
 * The nearest folder above a file that holds a package.json.
 *
 * @param {string} file
 * @returns {string}
 */
function packageFolder(file) {
  const folder = path.dirname(file);
  const known = packageFolders.get(folder);
  if (known) return known;
  const isHere = fs.existsSync(path.join(folder, 'package.json')) || folder === path.dirname(folder);
  const found = isHere ? folder : packageFolder(folder);
  packageFolders.set(folder, found);
  return found;
}

/**
 * `db` for the folder of `@parley/db`, undefined for one of no package of ours.
 *
 * @param {string} folder
 * @returns {string | undefined}
 */
function packageName(folder) {
  const manifest = path.join(folder, 'package.json');
  const { name = '' } = fs.existsSync(manifest) ? JSON.parse(fs.readFileSync(manifest, 'utf8')) : {};
  return name.startsWith(scope) ? name.slice(scope.length) : undefined;
}

/**
 * Describes the fault of one import in a sentence; undefined for a right one.
 *
 * @param {string} file the importing file, absolute
 * @param {string} specifier the text between the quotes
 * @returns {string | undefined}
 */
export function importFault(file, specifier) {
  const home = packageFolder(file);
  const isTest = ['test', 'vitest.config.ts'].includes(path.relative(home, file).split(path.sep)[0] ?? '');
  if (specifier.startsWith('.')) {
    const target = packageFolder(path.resolve(path.dirname(file), specifier));
    if (target === home) return isTest ? undefined : layerFault(packageName(home) ?? '', home, file, specifier);
    // Code that starts the product belongs to no package; what all tests share comes from there.
    const mayLeave = isTest || outsiders.includes(packageName(home) ?? '');
    if (packageName(target) === undefined && mayLeave) return undefined;
    return `A relative path must stay inside its own package; import the other one by its name.`;
  }
  if (!specifier.startsWith(scope)) return undefined;
  const importer = packageName(home);
  const [imported = ''] = specifier.slice(scope.length).split('/', 1);
  if (importer === undefined) return `Only packages import packages; ${path.relative(home, file)} belongs to none.`;
  if (importer === imported) return `Inside @parley/${importer}, import by relative path.`;
  if (outsiders.includes(importer)) return undefined;
  const row = mayImport[importer];
  if (!row) return `@parley/${importer} has no row in the table of who may import whom.`;
  const allowed = isTest ? [...row, ...(testsMayAlsoImport[importer] ?? [])] : row;
  const readers = onlyFor[specifier];
  if (readers && !isTest && !readers.some((reader) => file.endsWith(`/${reader}`))) {
    return `${specifier} is for the staff's eyes: ${readers.join(', ')} may import it, and nobody else.`;
  }
  if (allowed.includes(imported)) return undefined;
  return `@parley/${importer} may import ${allowed.join(', ') || 'nothing of ours'}, not ${imported}.`;
}

/**
 * @typedef {{ type: string, value?: unknown }} Specifier
 * @typedef {{ filename: string, report: (fault: { node: Specifier, message: string }) => void }} RuleContext
 */

export const importDirection = {
  /** @param {RuleContext} context */
  create(context) {
    const check = (/** @type {Specifier | null | undefined} */ node) => {
      if (node?.type !== 'Literal' || typeof node.value !== 'string') return;
      const message = importFault(context.filename, node.value);
      if (message) context.report({ node, message });
    };
    const checkSource = (/** @type {{ source?: Specifier | null }} */ node) => check(node.source);
    return {
      ImportDeclaration: checkSource,
      ExportAllDeclaration: checkSource,
      ExportNamedDeclaration: checkSource,
      ImportExpression: checkSource,
      TSImportType: checkSource,
    };
  },
};
