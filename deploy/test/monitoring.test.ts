import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createTestDatabase, type TestDatabase } from '@parley/db/testing';
import { freePort, type Service, startService } from '@parley/e2e/process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';

const folder = path.resolve(import.meta.dirname, '../monitoring');
const read = (name: string): string => fs.readFileSync(path.join(folder, name), 'utf8');

interface Panel {
  id: number;
  type: string;
  title: string;
  gridPos: { x: number; y: number; w: number; h: number };
  targets?: { expr: string }[];
}
interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; description: string };
}
const guide = fs.readFileSync(path.resolve(folder, '../../docs/operations.md'), 'utf8');
const { panels }: { panels: Panel[] } = JSON.parse(read('grafana-dashboard.json'));
const rules: Rule[] = parse(read('alerts.yml')).groups.flatMap((group: { rules: Rule[] }) => group.rules);
const expressions = [
  ...panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const)),
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
];

const services: Service[] = [];
/** Type of each metric that the three services expose, by its name. */
const exposed = new Map<string, string>();
/** All that they tell, as it is scraped. */
let scraped = '';
let database: TestDatabase;
let files: string;

beforeAll(async () => {
  database = await createTestDatabase();
  files = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-files-'));
  for (const name of ['api', 'realtime', 'worker']) {
    const METRICS_PORT = String(await freePort());
    services.push(
      await startService(name, `apps/${name}`, await freePort(), {
        DATABASE_URL: database.url,
        REDIS_URL: process.env.REDIS_URL ?? '',
        REDIS_PREFIX: `monitoring-${process.pid}`,
        APP_SECRET: 'not a secret at all, only in this test',
        METRICS_PORT,
        FILES_FOLDER: files,
      }),
    );
    const text = await (await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`)).text();
    scraped += text;
    for (const [, metric = '', type = ''] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm)) exposed.set(metric, type);
  }
});

afterAll(async () => {
  await Promise.all(services.map((service) => service.stop()));
  await database.drop();
  fs.rmSync(files, { recursive: true, force: true });
});

test('every metric of the dashboard and of the alerts is one that a running service exposes', () => {
  const unknown = expressions.flatMap(([title, expr]) =>
    [...expr.matchAll(/parley_\w+/g)].map(([name]) => ({
      title,
      name,
      metric: exposed.has(name) ? name : name.replace(/_(bucket|sum|count)$/, ''),
    })),
  );
  expect(unknown.length).toBeGreaterThan(40);
  expect(unknown.filter(({ metric }) => !exposed.has(metric))).toEqual([]);
  const notHistograms = unknown.filter(
    ({ name, metric }) => name.endsWith('_bucket') && exposed.get(metric) !== 'histogram',
  );
  expect(notHistograms).toEqual([]);
});

test('every metric that the guide names is exposed', () => {
  const named = [...guide.matchAll(/`(parley_[a-z0-9_]+)(?:\{[^`]*\})?`/g)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((name) => !exposed.has(name))).toEqual([]);
});

test('metrics follow one naming scheme: the product first, base units last', () => {
  for (const name of exposed.keys()) expect(name).toMatch(/^parley_[a-z][a-z0-9]*(_[a-z0-9]+)*$/);
  const ours = [...exposed].filter(([name]) => !/^parley_(process|nodejs)_/.test(name));
  for (const [name, type] of ours.filter(([, each]) => each === 'histogram')) {
    expect(`${type} ${name}`).toMatch(/_seconds$/);
  }
  expect(ours.map(([name]) => name).filter((name) => /_(ms|milliseconds|minutes|kb|mb)$/.test(name))).toEqual([]);
  for (const [name, type] of ours) expect(`${name} ${type}`).toMatch(/_total counter$|(?<!_total) (gauge|histogram)$/);
});

test('jobs that are given up are counted from zero on, so that the first one is a rise', () => {
  const queues = new Set([...scraped.matchAll(/^parley_queue_jobs\{queue="([^"]+)"/gm)].map(([, queue]) => queue));
  expect(queues.size).toBeGreaterThan(5);
  for (const queue of queues) {
    expect(scraped).toContain(`parley_jobs_total{queue="${queue}",outcome="dead",service="worker"} 0`);
  }
});

test('every service tells of its database pool', () => {
  for (const service of ['api', 'realtime', 'worker']) {
    expect(scraped.includes(`parley_database_pool_connections{state="waiting",service="${service}"}`)).toBe(true);
  }
});

test('every alert shows what it means and whom it concerns, and the guide shows what to do', () => {
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  for (const { alert, labels, annotations } of rules) {
    expect(['page', 'ticket']).toContain(labels.severity);
    expect(annotations.summary.length).toBeGreaterThan(10);
    expect(annotations.description.length).toBeGreaterThan(20);
    expect(guide).toContain(`\`${alert}\``);
  }
});

test('no panel of the dashboard covers another, and each has a number of its own', () => {
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const covered = new Map<string, string>();
  for (const { title, gridPos } of panels) {
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1) {
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
        expect(covered.get(`${x} ${y}`) ?? title).toBe(title);
        covered.set(`${x} ${y}`, title);
        expect(x).toBeLessThan(24);
      }
    }
  }
});
