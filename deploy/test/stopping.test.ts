import fs from 'node:fs';
import path from 'node:path';
import { drainReconnectSeconds } from '@parley/contracts/frames/limits';
import { baseConfig } from '@parley/service/config';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { shutdownSeconds, stopSeconds } from '../../scripts/lib/services.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const read = (name: string): string => fs.readFileSync(path.join(root, name), 'utf8');
const services = ['api', 'realtime', 'worker'];

test('a service that is told to stop has the time to send its sockets away as docs/realtime.md promises', () => {
  expect(baseConfig.properties.SHUTDOWN_SECONDS).toMatchObject({ default: shutdownSeconds });
  // Half of it, see apps/realtime/src/main.ts; the other half is for finishing what was asked.
  expect(shutdownSeconds / 2).toBeGreaterThanOrEqual(drainReconnectSeconds);
  expect(read('docs/realtime.md')).toContain(`random within ${drainReconnectSeconds} s`);
});

test('npm start waits for as long as a service may take, whatever is set', () => {
  expect(stopSeconds({})).toBeGreaterThan(shutdownSeconds);
  expect(stopSeconds({ SHUTDOWN_SECONDS: '60', DRAIN_SECONDS: '5' })).toBeGreaterThan(65);
});

test.each(services)('compose waits for as long as %s may take, and one setting shows how long', (name) => {
  const compose = parse(read('docker-compose.yml'), { merge: true });
  const [, fallback] = /^\$\{STOP_GRACE_PERIOD:-(\d+)s\}$/.exec(compose.services[name].stop_grace_period) ?? [];
  expect(Number(fallback)).toBeGreaterThanOrEqual(stopSeconds({}));
  // It takes what compose has told the engine.
  expect(read('deploy/compose/rolling-update')).not.toMatch(/--time|docker stop -t|--timeout/);
});

test.each(services)('Kubernetes waits for as long as %s may take after the pause before the signal', (name) => {
  const [deployment] = parseAllDocuments(read(`deploy/kubernetes/base/${name}.yaml`)).map((each) => each.toJS());
  const { terminationGracePeriodSeconds, containers } = deployment.spec.template.spec;
  const pause: number = containers[0].lifecycle.preStop.sleep.seconds;
  expect(terminationGracePeriodSeconds).toBeGreaterThanOrEqual(pause + stopSeconds({}));
});
