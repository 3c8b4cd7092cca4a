import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { root } from '../lib/places.mjs';
import { Tally } from '../lib/tally.mjs';
import { vitestResult } from '../lib/vitest-report.mjs';

const sound = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] };

function result(report: unknown, run: { code: number; isFiltered: boolean }, errors: string[] = []) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-report-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  const [file, unhandled] = [path.join(folder, 'report.json'), path.join(folder, 'unhandled.json')];
  fs.writeFileSync(file, typeof report === 'string' ? report : JSON.stringify(report));
  fs.writeFileSync(unhandled, JSON.stringify(errors));
  return vitestResult(file, { ...run, unhandled });
}

test('nothing that went wrong in a run of vitest is counted as passed', () => {
  const whole = { code: 0, isFiltered: false };
  expect(result(sound, whole)).toMatchObject({ passed: 5, failed: 0 });
  expect(result({ ...sound, numFailedTests: 2 }, { ...whole, code: 1 })).toMatchObject({ passed: 5, failed: 2 });
  const unloaded = { ...sound, testResults: [{ name: 'a.test.ts', status: 'failed', assertionResults: [] }] };
  expect(result(unloaded, { ...whole, code: 1 })).toMatchObject({
    failed: 1,
    failures: ['a.test.ts: failed outside its tests\n'],
  });
  const notSetUp = [{ name: 'a.test.ts', status: 'failed', assertionResults: [{ status: 'skipped' }] }];
  expect(result({ ...sound, testResults: notSetUp }, { ...whole, code: 1 })).toMatchObject({ failed: 1 });
  expect(result(sound, { ...whole, code: 1 })).toMatchObject({ failed: 1, notes: ['failed outside of any test'] });
  expect(result({ ...sound, numPendingTests: 1, numTodoTests: 1 }, whole)).toMatchObject({ failed: 2 });
  expect(result('', { ...whole, code: 1 })).toMatchObject({ passed: 0, failed: 1 });
});

test('a developer who asks for some tests is not told off for the others', () => {
  expect(result({ ...sound, numPendingTests: 9 }, { code: 0, isFiltered: true })).toMatchObject({
    passed: 5,
    failed: 0,
  });
});

test('the last line adds up every runner', () => {
  const tally = new Tally();
  tally.add('format', { passed: 1, failed: 0 }, 2);
  tally.add('unit', { passed: 40, failed: 2 }, 100.25);
  expect(tally.summary()).toBe('41 passed, 2 failed');
});

test('the end of the run names every test that failed, and why', () => {
  const lost = { status: 'failed', fullName: 'an outbox keeps its order', failureMessages: ['expected 1 to be 2'] };
  const testResults = [{ name: 'outbox.test.ts', status: 'failed', assertionResults: [lost, { status: 'passed' }] }];
  const tally = new Tally();
  const report = { ...sound, numFailedTests: 1, testResults };
  tally.add('unit', result(report, { code: 1, isFiltered: false }), 1);
  expect(tally.failures()).toEqual(['✗ outbox.test.ts: an outbox keeps its order\nexpected 1 to be 2']);
});

test('a test that passed at its second attempt counts as passed, and is named with why the first failed', () => {
  const second = { status: 'passed', fullName: 'a list keeps its place', failureMessages: ['expected 74 to be 0'] };
  const testResults = [{ name: 'list.test.ts', status: 'passed', assertionResults: [second] }];
  const tally = new Tally();
  tally.add('browser', result({ ...sound, testResults }, { code: 0, isFiltered: false }), 1);
  expect(tally.summary()).toBe('5 passed, 0 failed');
  expect(tally.failures()).toEqual([]);
  expect(tally.unsteady()).toEqual(['? list.test.ts: a list keeps its place\nexpected 74 to be 0']);
});

test('the end of the run shows what failed outside of every test', () => {
  const { failed, failures } = result(sound, { code: 1, isFiltered: false }, ['Error: cut off\n at socket.ts']);
  expect(failed).toBe(1);
  expect(failures).toEqual(['outside of any test\nError: cut off\n at socket.ts']);
});

test('the slowest files are named at the end, the longest first', () => {
  const file = (name: string, endTime: number) => ({
    name: path.join(root, name),
    status: 'passed',
    startTime: 1_000,
    endTime,
    assertionResults: [],
  });
  const testResults = [file('e2e/a.test.ts', 3_500), file('apps/b.test.ts', 13_500), file('apps/c.test.ts', 1_100)];
  const tally = new Tally();
  tally.add('unit', result({ ...sound, testResults }, { code: 0, isFiltered: false }), 1);
  expect(tally.slowest(2).split('\n')).toEqual(['  12.5 s  apps/b.test.ts', '   2.5 s  e2e/a.test.ts']);
});

test('the table shows of every phase how long it took and what it came to', () => {
  const tally = new Tally();
  tally.add('format', { passed: 1, failed: 0 }, 2);
  tally.add('unit and integration', { passed: 40, failed: 2 }, 100.25);
  expect(tally.table().split('\n')).toEqual([
    'format                  2.0 s  1 passed, 0 failed',
    'unit and integration  100.3 s  40 passed, 2 failed',
  ]);
});
