import type { Role } from '@parley/contracts/entities';
import { randomUUID } from 'node:crypto';
import type { ImportReport } from '@parley/contracts/messages/canned-replies';
import { englishOf } from '@parley/contracts/i18n/server-texts';
import { insertWebsite } from '@parley/db/websites/websites';
import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { StaffCaller } from '../src/callers.ts';
import { exportReplies, importReplies } from '../src/canned-replies/exchange/exchange.ts';
import { readAuditLog } from '../src/data/audit-log.ts';
import { readCsv, writeCsvRow } from '../src/text/csv.ts';
import { addReply, listReplies } from '../src/canned-replies/replies.ts';
import { createColleague, createTestContext, type TestContext } from '../src/testing.ts';

let context: TestContext;
let websiteId: string;
let admin: StaffCaller;
let ben: StaffCaller;

beforeAll(async () => {
  context = await createTestContext();
  websiteId = (await insertWebsite(context.db, { domain: 'shop.example.com', name: 'Shop' }))?.id ?? '';
  [admin, ben] = await Promise.all([colleague('Ann', 'admin'), colleague('Ben', 'representative')]);
});
beforeEach(async () => {
  await context.db.deleteFrom('cannedReplies').execute();
});
afterAll(() => context.close());

const colleague = (name: string, role: Role) => createColleague(context, name, role);

const imported = (content: string, over: object = {}, caller = admin): Promise<ImportReport> =>
  importReplies(context, caller, { format: 'csv', content, isShared: true, ...over });
const stored = async (caller = admin) =>
  (await listReplies(context, caller)).map(({ shortcut, name, text, ownerId, variants, actions, websiteIds }) => ({
    shortcut,
    name,
    text,
    ownerId,
    variants,
    actions,
    websiteIds,
  }));

describe('CSV', () => {
  it('is read as it was written, whatever is in its cells', () => {
    const cell = fc
      .string({ unit: fc.constantFrom('a', '"', ',', ';', '\n', "'", '=', '+', '-', '@', ' ', 'ß') })
      .filter((text) => text !== '');
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 3 }), { minLength: 1, maxLength: 5 }), (rows) => {
        // The separator is read off the first line.
        const file = [['head', 'line'], ...rows].map(writeCsvRow).join('');
        expect(readCsv(file).map(({ cells }) => cells)).toEqual([['head', 'line'], ...rows]);
      }),
    );
  });

  it.each([',', ';', '\t'])('is read with the separator that Excel names in a first line: sep=%s', (separator) => {
    const file = `\ufeffsep=${separator}\r\nshortcut${separator}text\r\nsize${separator}Größe 44\r\n`;
    expect(readCsv(file)).toEqual([
      { line: 2, cells: ['shortcut', 'text'] },
      { line: 3, cells: ['size', 'Größe 44'] },
    ]);
  });

  it('writes nothing that a spreadsheet takes for a formula', () => {
    expect(writeCsvRow(['=1+1', '@x', '-1', '+1', "'=1", 'a'])).toBe("'=1+1,'@x,'-1,'+1,''=1,a\r\n");
  });

  it.each([
    ['semicolons and a byte order mark', '\ufeffshortcut;text\r\na;x,y\r\n'],
    ['tabs', 'shortcut\ttext\na\tx,y'],
    ['commas and quotes', 'shortcut,text\n"a","x,y"\n\n'],
  ])('a file with %s is understood', async (_, file) => {
    expect(await imported(file)).toMatchObject({ added: 1, skipped: [] });
    expect(await stored()).toMatchObject([{ shortcut: 'a', name: 'a', text: 'x,y', ownerId: null }]);
  });

  it('an exported file is imported again as it was, and changes nothing where it came from', async () => {
    const actions = [
      { type: 'note' as const, text: 'Refunded\n"today"' },
      { type: 'assign' as const, to: 'me' as const },
      { type: 'close' as const },
    ];
    const text = '=Hi {{customer.firstName | "there"}},\nyour order {{?order number}}; "soon"';
    const variants = [
      { language: 'de', text: 'Hallo {{customer.firstName}}' },
      { language: 'pt-br', text: '-olá' },
    ];
    const reply = { name: 'Refund', shortcut: 'refund', text, variants, actions, websiteIds: [websiteId] };
    await addReply(context, admin, { ...reply, isShared: true });
    await addReply(context, admin, { ...reply, isShared: false, shortcut: 'mine' });
    await addReply(context, ben, { ...reply, isShared: false, shortcut: 'secret-of-ben' });
    const file = await exportReplies(context, admin);
    expect(file).not.toContain('secret-of-ben');
    expect(await imported(file, { isShared: false })).toMatchObject({
      added: 0,
      replaced: 0,
      unchanged: 2,
      skipped: [],
    });
    const before = await stored();
    await context.db.deleteFrom('cannedReplies').execute();
    expect(await imported(file)).toMatchObject({ added: 2, unchanged: 0, skipped: [] });
    expect(await stored()).toEqual(before);
  });

  it('an import of shared replies is in the audit log with its count, and an import of personal ones is not', async () => {
    await imported('shortcut,text\none,One\ntwo,Two');
    await imported('shortcut,text\nthree,Three', { isShared: false });
    expect(await readAuditLog(context, { action: 'canned_replies.imported', limit: 1 })).toMatchObject([
      { actorName: admin.user.name, details: { format: 'csv', replies: 2 } },
    ]);
  });

  it('tells by line what it leaves out and why, and takes the rest', async () => {
    await imported('shortcut,text\nthere,Already\nsame,Same');
    const actions = (list: object) => `"${JSON.stringify(list).replaceAll('"', '""')}"`;
    const file = [
      'shortcut,text,websites,actions,visibility',
      'good,"Two\nlines",shop.example.com,,',
      'two words,x,,,',
      'good,Again,,,',
      'wrong,{{customer.nmae}},,,',
      'site,x,other.example.com,,',
      'list,x,,{,',
      `does,x,,${actions([{ type: 'explode' }])},`,
      `gone,x,,${actions([{ type: 'assign', to: randomUUID() }])},`,
      'there,Another,,,',
      'same,Same,,,',
      'seen,x,,,everybody',
      ',no shortcut,,,',
    ].join('\n');
    const report = await imported(file);
    expect(report).toMatchObject({ added: 1, replaced: 0, unchanged: 1 });
    expect(report.skipped.map(({ line, shortcut }) => [line, shortcut])).toEqual([
      [4, 'two words'],
      [5, 'good'],
      [6, 'wrong'],
      [7, 'site'],
      [8, 'list'],
      [9, 'does'],
      [10, 'gone'],
      [11, 'there'],
      [13, 'seen'],
      [14, null],
    ]);
    expect(report.skipped.map(({ reason }) => reason)).toEqual(
      expect.arrayContaining([
        '/good is already on line 2.',
        'There is no variable “customer.nmae”.',
        'There is no website other.example.com.',
        'There is no such representative.',
        'A reply /there already exists.',
        'name: Must not be empty.',
      ]),
    );
    // Each by a code, behind the name of the column where it is about one.
    for (const { reason, field, localized } of report.skipped) {
      expect(localized && [field, englishOf(localized)].filter(Boolean).join(': ')).toBe(reason);
    }
    expect((await stored()).map(({ shortcut }) => shortcut)).toEqual(['good', 'same', 'there']);
    expect(await imported(file, { existing: 'replace' })).toMatchObject({ added: 0, replaced: 1, unchanged: 2 });
    expect((await stored()).find(({ shortcut }) => shortcut === 'there')).toMatchObject({ text: 'Another' });
  });

  it.each([
    ['no column for texts', 'shortcut,answer\na,b'],
    ['a quote that is never closed', 'shortcut,text\na,"b'],
    ['something behind a quoted cell', 'shortcut,text\na,"b"c'],
    ['nothing', '\n'],
  ])('a file with %s is refused and changes nothing', async (_, file) => {
    await expect(imported(file)).rejects.toMatchObject({ code: 'invalid' });
    expect(await stored()).toEqual([]);
  });

  it('an import of shared replies is refused completely to users who may not change them', async () => {
    const file = 'shortcut,text,visibility\na,Mine,personal\nb,Ours,shared';
    await expect(imported(file, {}, ben)).rejects.toMatchObject({ code: 'forbidden' });
    expect(await stored(ben)).toEqual([]);
    expect(await imported('shortcut,text\na,Mine', { isShared: false }, ben)).toMatchObject({ added: 1 });
    expect(await stored(ben)).toMatchObject([{ shortcut: 'a', ownerId: ben.user.id }]);
  });
});

describe('Chatwoot', () => {
  it('hands over its canned responses, their variables as ours', async () => {
    const listed = [
      {
        id: 1,
        account_id: 1,
        short_code: 'hello',
        content: 'Hi {{contact.first_name | default: "there"}}, {{agent.name}} here',
      },
      {
        id: 2,
        account_id: 1,
        short_code: 'Order status',
        content: '{{contact.custom_attribute.plan}} at {{ inbox.name }}',
      },
      { id: 3, short_code: 'broken' },
    ];
    const report = await imported(JSON.stringify(listed), { format: 'chatwoot' });
    expect(report).toMatchObject({ added: 2, skipped: [{ line: 3, shortcut: null }] });
    expect(report.changed.map(({ line, what }) => [line, what])).toEqual([
      [2, '{{contact.custom_attribute.plan}} became a blank.'],
      [2, 'The shortcut “Order status” became /order-status.'],
    ]);
    expect(await stored()).toMatchObject([
      { shortcut: 'hello', text: 'Hi {{customer.firstName | "there"}}, {{representative.name}} here' },
      {
        shortcut: 'order-status',
        name: 'Order status',
        text: '{{?contact.custom_attribute.plan}} at {{website.name}}',
      },
    ]);
  });

  it('hands over its macros, and shows which actions are left out', async () => {
    const payload = [
      {
        id: 7,
        name: 'Solve it',
        visibility: 'global',
        actions: [
          { action_name: 'send_message', action_params: ['Bye {{contact.name}}'] },
          { action_name: 'add_private_note', action_params: ['Solved'] },
          { action_name: 'assign_agent', action_params: ['self'] },
          { action_name: 'mute_conversation', action_params: [] },
          { action_name: 'resolve_conversation', action_params: [] },
        ],
      },
    ];
    const report = await imported(JSON.stringify({ payload }), { format: 'chatwoot', isShared: false });
    expect(report).toMatchObject({ added: 1, changed: [{ what: 'The action mute_conversation was skipped.' }] });
    expect(await stored()).toMatchObject([
      {
        shortcut: 'solve-it',
        ownerId: null,
        text: 'Bye {{customer.name}}',
        actions: [{ type: 'note', text: 'Solved' }, { type: 'assign', to: 'me' }, { type: 'close' }],
      },
    ]);
  });
});

describe('Intercom', () => {
  it('hands over its macros, from their text or their HTML', async () => {
    const data = [
      { type: 'macro', id: '1', name: 'Order Status Update', body_text: 'Hi {{user.name|fallback:"there"}}, ready!' },
      {
        type: 'macro',
        id: '2',
        name: 'Bye',
        body: '<p>Bye <attribute key="first_name" default="you"/>,</p><p>{{teammate.name}}</p>',
      },
      'nonsense',
    ];
    const report = await imported(JSON.stringify({ type: 'list', data }), { format: 'intercom' });
    expect(report).toMatchObject({ added: 2, changed: [], skipped: [{ line: 3 }] });
    expect(await stored()).toMatchObject([
      { shortcut: 'bye', text: 'Bye {{customer.firstName | "you"}},\n\n{{representative.name}}' },
      { shortcut: 'order-status-update', name: 'Order Status Update', text: 'Hi {{customer.name | "there"}}, ready!' },
    ]);
  });

  it.each(['', 'no JSON', '{}', '3'])('a file that contains %j is refused', async (content) => {
    await expect(imported(content, { format: 'intercom' })).rejects.toMatchObject({ code: 'invalid' });
  });
});
