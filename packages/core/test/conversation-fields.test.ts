/** A made-up field of conversations, added to a copy of the sources: how many files that takes, and what follows. */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestContext, type TestContext } from '../src/testing.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const run = promisify(execFile);

/** Texts put before others, by file; a file without one is new. */
const edits: Record<string, readonly [before: string, added: string][] | string> = {
  'packages/contracts/src/conversations/conversation-fields.ts': [
    [
      '  /** Spam is listed only in the spam list. */',
      `  mood: {
    type: OneOf(['unknown', 'glad', 'cross']),
    isRecorded: true,
    isChangeable: true,
    activity: 'judged',
    seen: 'expectedMood',
    undo: 'mood',
    filters: { mood: { kind: 'choice', values: ['unknown', 'glad', 'cross'] } },
    isSortable: true,
  },
`,
    ],
  ],
  'packages/contracts/src/examples.ts': [["  priority: 'normal',", "  mood: 'unknown',\n"]],
  'packages/contracts/src/rules/triggers.ts': [["  prioritised: ['priority_changed'],", '  judged: [],\n']],
  'packages/db/src/migrations/9999_moods.ts': `import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql\`create type conversation_mood as enum ('unknown', 'glad', 'cross')\`.execute(db);
  await sql\`alter table conversations add column mood conversation_mood not null default 'unknown'\`.execute(db);
}
`,
  'packages/db/src/migrations/all.ts': [
    ['\nexport interface Migration', "import * as moods from './9999_moods.ts';\n"],
    ['};\n', "  '9999_moods': moods,\n"],
  ],
  'packages/db/src/tables/conversations.ts': [
    ['  priority: Defaulted<Priority>;', "  mood: Defaulted<'unknown' | 'glad' | 'cross'>;\n"],
  ],
  'apps/dashboard/src/domain/filter/conditions.ts': [
    ["  priority: () => views('priority'),", "  mood: () => views('priority'),\n"],
    ["  priority: () => views('byPriority'),", "  mood: () => views('byPriority'),\n"],
  ],
  'apps/dashboard/src/features/inbox/search/search-field.tsx': [
    ["  priority: () => search('priority'),", "  mood: () => search('priority'),\n"],
  ],
  'apps/dashboard/src/features/inbox/conversation-row.tsx': [
    [
      '          {conversation.snoozedUntil && ',
      '          {conversation.mood === \'cross\' && <Tag tone="plain">!</Tag>}\n',
    ],
  ],
  'apps/dashboard/src/live/activity-words.ts': [
    [
      "    case 'described':\n      return activities('described'",
      "    case 'judged':\n      return activities('changedByItself');\n",
    ],
    ["    case 'prioritised':\n    case", "    case 'judged':\n"],
  ],
};

/** Uses the field everywhere, with nothing else written for it. */
const use = `import { openapiDocument } from '../../../apps/api/src/documentation/openapi.ts';
import { parseFilter } from '@parley/contracts/filter/filter-parse';
import { matches } from '@parley/contracts/filter/filter-matches';
import { createConversation } from '@parley/db/conversations/find-or-create';
import { exportConversations } from '@parley/db/conversations/export';
import { migrate } from '@parley/db/migrate';
import { insertUser } from '@parley/db/users/users';
import { baseConfig, loadConfig } from '@parley/service/config';
import { createLogger } from '@parley/service/logger';
import { undoActivity } from '../src/bulk/undo.ts';
import type { StaffCaller } from '../src/callers.ts';
import { readActivities } from '../src/conversations/activities.ts';
import { listConversations } from '../src/conversations/list.ts';
import { type ConversationChange, updateConversation } from '../src/conversations/update.ts';
import { openContext } from '../src/open-context.ts';

const config = loadConfig(baseConfig, process.env);
await migrate(config.DATABASE_URL);
const context = openContext({ config, name: 'test', log: createLogger({ service: 'test', level: 'silent' }) });
const account = { name: 'Ada', email: 'ada@example.com', username: 'ada', passwordHash: 'x', role: 'admin' as const };
const ada: StaffCaller = { kind: 'staff', user: await insertUser(context.db, account), sessionId: 'none' };
const opens = () =>
  createConversation(context.db, {
    websiteId: null,
    websiteDomain: null,
    visitorId: null,
    customerEmail: null,
    customerName: null,
    status: 'active',
    isAiAssisted: false,
  });
const ids = [await opens(), await opens(), await opens()];
const [cross = '', glad = ''] = ids;
const change = (id: string, body: ConversationChange) => updateConversation(context, ada, id, body);
const list = async (request: object) =>
  (await listConversations(context, ada, { limit: 50, ...request })).conversations.map(({ id }) => ids.indexOf(id));

const changed = await change(cross, { mood: 'cross', expectedMood: 'unknown' });
await change(glad, { mood: 'glad' });
const refusal: unknown = await change(cross, { mood: 'glad', expectedMood: 'unknown' }).catch((error: unknown) => error);
const [activity] = await readActivities(context, ada, cross, { limit: 1 });
const filter = { field: 'mood', op: 'is', value: 'cross' };
const parsed = parseFilter(filter);
const known = { me: ada.user.id, now: Date.now(), follows: () => false };
const filtered = await list({ filter: JSON.stringify(filter) });
const searched = await list({ q: 'mood:glad,cross' });
const sorted = await list({ sort: 'mood' });
let text = '';
for await (const piece of exportConversations(context.reads)) text += piece;
const exported = (JSON.parse(text) as { id: string; mood: string }[]).map(({ id, mood }) => [ids.indexOf(id), mood]);
const undone = await undoActivity(context, ada, { conversationId: cross, activityNo: changed.activityNo ?? 0 });
const again = await undoActivity(context, ada, { conversationId: cross, activityNo: (changed.activityNo ?? 0) + 1 });
const { paths, components } = openapiDocument('http://localhost') as {
  paths: Record<string, Record<string, object>>;
  components: { schemas: Record<string, { properties: object }> };
};
console.log(
  JSON.stringify({
    changed: changed.mood,
    refusal: (refusal as { code?: string }).code,
    activity: activity && { kind: activity.kind, before: activity.before, after: activity.after },
    filtered,
    matched: 'filter' in parsed && matches(parsed.filter, changed, known),
    searched,
    sorted,
    exported,
    undone: 'conversation' in undone && undone.conversation.mood,
    again: 'conversation' in again && again.conversation.mood,
    documented: {
      resource: 'mood' in (components.schemas['Conversation']?.properties ?? {}),
      change: JSON.stringify(paths['/api/conversations/{id}']?.['patch']).includes('"expectedMood"'),
      filter: JSON.stringify(components.schemas['Filter']).includes('\`mood\`: is, in'),
    },
  }),
);
await context.close();
process.exit();
`;

/** Folders with sources; their dependencies are links into the repository. */
const copied = ['packages', 'apps/api', 'apps/dashboard', 'apps/widget'];

/** Sources that are checked together, in one program: with references it would write declarations of each package. */
const checked = {
  'packages/core': ['src', 'test/made-up-field.ts', '../db/src', '../contracts/src'],
  'apps/dashboard': ['src'],
};
const asOneProgram = {
  extends: './tsconfig.json',
  compilerOptions: {
    composite: false,
    declaration: false,
    emitDeclarationOnly: false,
    incremental: false,
    noEmit: true,
    rootDir: '../..',
  },
  references: [],
};

describe('a field added to the list of conversation fields', { timeout: 300_000 }, () => {
  let context: TestContext;
  let copy: string;

  beforeAll(async () => {
    [context, copy] = await Promise.all([createTestContext(), mkdtemp(path.join(tmpdir(), 'parley-field-'))]);
    const isSource = (file: string) => !/\/(?:\.cache|dist)(?:\/|$)/.test(file);
    for (const folder of copied)
      await cp(path.join(root, folder), path.join(copy, folder), {
        recursive: true,
        verbatimSymlinks: true,
        filter: isSource,
      });
    for (const file of ['package.json', 'tsconfig.base.json']) await cp(path.join(root, file), path.join(copy, file));
    await symlink(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
    for (const [file, edit] of Object.entries(edits)) {
      const edited = path.join(copy, file);
      if (typeof edit === 'string') {
        await writeFile(edited, edit);
        continue;
      }
      let text = await readFile(edited, 'utf8');
      for (const [before, added] of edit) {
        if (text.split(before).length !== 2) throw new Error(`${file} has not once: ${before}`);
        text = text.replace(before, () => `${added}${before}`);
      }
      await writeFile(edited, text);
    }
    await writeFile(path.join(copy, 'packages/core/test/made-up-field.ts'), use);
    for (const [folder, include] of Object.entries(checked))
      await writeFile(path.join(copy, folder, 'tsconfig.check.json'), JSON.stringify({ ...asOneProgram, include }));
  });
  afterAll(async () => {
    await context.close();
    await rm(copy, { recursive: true, force: true });
  });

  it('touches at most ten files, languages aside', () => {
    expect(Object.keys(edits).length).toBeLessThanOrEqual(10);
  });

  it.each(['packages/core', 'apps/dashboard'])('satisfies the type checker in %s', async (folder) => {
    const { stdout } = await run(path.join(root, 'node_modules/.bin/tsc'), ['-p', 'tsconfig.check.json'], {
      cwd: path.join(copy, folder),
    }).catch((error: { stdout: string }) => error);
    expect(stdout).toBe('');
  });

  it('is changed, recorded, filtered, sorted, searched, exported, documented and undone', async () => {
    const { stdout } = await run(process.execPath, ['packages/core/test/made-up-field.ts'], {
      cwd: copy,
      env: { ...process.env, ...context.env },
    });
    expect(JSON.parse(stdout)).toEqual({
      changed: 'cross',
      refusal: 'conflict',
      activity: { kind: 'judged', before: { mood: 'unknown' }, after: { mood: 'cross' } },
      filtered: [0],
      matched: true,
      searched: [1, 0],
      sorted: [0, 1, 2],
      exported: [
        [0, 'cross'],
        [1, 'glad'],
        [2, 'unknown'],
      ],
      undone: 'unknown',
      again: 'cross',
      documented: { resource: true, change: true, filter: true },
    });
  });
});
