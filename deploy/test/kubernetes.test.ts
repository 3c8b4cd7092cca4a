import fs from 'node:fs';
import path from 'node:path';
import { baseConfig, loadConfig } from '@parley/service/config';
import * as Type from 'typebox';
import { Deployment } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { Job } from 'kubernetes-models/batch/v1';
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, Namespace, Service, ServiceAccount } from 'kubernetes-models/v1';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { unknownFields } from './kubernetes-fields.ts';

const folder = path.resolve(import.meta.dirname, '../kubernetes');

/** Class per kind that knows Kubernetes' own schema of it. */
const kinds = {
  ConfigMap,
  Deployment,
  HorizontalPodAutoscaler,
  Ingress,
  Job,
  Namespace,
  NetworkPolicy,
  PodDisruptionBudget,
  Service,
  ServiceAccount,
};

interface Probe {
  httpGet: { path: string; port: string };
}
interface Container {
  name: string;
  image: string;
  securityContext: unknown;
  resources: unknown;
  startupProbe?: Probe;
  readinessProbe?: Probe;
  livenessProbe?: Probe;
  ports?: { name: string; containerPort: number }[];
}
interface Resource {
  kind: keyof typeof kinds;
  apiVersion: string;
  metadata: { name: string };
  data?: Record<string, string>;
  spec: {
    selector: { matchLabels: Record<string, string> };
    replicas?: number;
    scaleTargetRef?: { kind: string; name: string };
    template: {
      metadata: { labels: Record<string, string> };
      spec: { containers: Container[]; securityContext: object; terminationGracePeriodSeconds: number };
    };
  };
}
interface Kustomization {
  resources: string[];
  patches?: { target: { kind: string; name?: string }; patch: string }[];
}

const kustomization = (where: string): Kustomization =>
  parse(fs.readFileSync(path.join(folder, where, 'kustomization.yaml'), 'utf8'));
const base: Resource[] = kustomization('base').resources.flatMap((file) =>
  parseAllDocuments(fs.readFileSync(path.join(folder, 'base', file), 'utf8')).map((document) => document.toJS()),
);
const named = (kind: string, name: string): Resource | undefined =>
  base.find((resource) => resource.kind === kind && resource.metadata.name === name);
const { SHUTDOWN_SECONDS: shutdownSeconds } = loadConfig(
  Type.Object({ SHUTDOWN_SECONDS: baseConfig.properties.SHUTDOWN_SECONDS }),
  {},
);
const overlays = fs.readdirSync(path.join(folder, 'overlays'));
const workloads = base.filter(({ kind }) => kind === 'Deployment' || kind === 'Job');

/** @throws when Kubernetes' schema of its kind does not allow the resource, or knows nothing of a field in it */
function validate(resource: Resource): void {
  const made = new kinds[resource.kind](resource as never);
  made.validate();
  if (made.apiVersion !== resource.apiVersion) throw new Error(`${resource.kind} is ${made.apiVersion} today.`);
  const unknown = unknownFields(resource, resource);
  if (unknown.length > 0) throw new Error(`Unknown: ${unknown.join(', ')}`);
}

test('every manifest is what the schema of its kind asks for, without a field it does not know', () => {
  expect(base.length).toBeGreaterThan(20);
  for (const resource of base) validate(resource);
});

test.each<[string, (container: Record<string, unknown>) => void, RegExp]>([
  ['holds the wrong type', (container) => (container.ports = [{ containerPort: 'http' }]), /containerPort/],
  ['lacks a field', (container) => (container.readinessProbe = { httpGet: { path: '/readyz' } }), /port/],
  ['misspells a field', (container) => (container.readinesProbe = {}), /readinesProbe/],
  ['misspells one deep down', (container) => (container.resources = { limit: { memory: '1Gi' } }), /resources\.limit$/],
])('a manifest that %s is noticed', (_what, spoil, complaint) => {
  const api = structuredClone(named('Deployment', 'api'))!;
  const [container] = api.spec.template.spec.containers as unknown as Record<string, unknown>[];
  validate(api);
  spoil(container!);
  expect(() => validate(api)).toThrow(complaint);
});

test('every file of the base is part of it', () => {
  const files = fs.readdirSync(path.join(folder, 'base')).filter((file) => file !== 'kustomization.yaml');
  expect(kustomization('base').resources.toSorted()).toEqual(files.toSorted());
});

test('no container has rights it does not need', () => {
  expect(workloads.length).toBe(5);
  for (const { spec } of workloads) {
    expect(spec.template.spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10001 });
    for (const container of spec.template.spec.containers) {
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(container.resources).toMatchObject({
        requests: { cpu: expect.anything() },
        limits: { memory: expect.anything() },
      });
    }
  }
});

test('every service is watched, survives the loss of a node, and has time to finish its work', () => {
  for (const { metadata, spec } of workloads.filter((each) => each.kind === 'Deployment')) {
    const [container] = spec.template.spec.containers;
    expect(container?.readinessProbe?.httpGet.path).toMatch(/^\/(readyz|healthz)$/);
    // Restart probes must not check the databases: they would not come back sooner.
    for (const probe of [container?.startupProbe ?? container?.livenessProbe, container?.livenessProbe]) {
      expect(probe?.httpGet.path).toBe('/healthz');
    }
    const ports = container?.ports?.map(({ name }) => name);
    expect(ports).toContain(container?.readinessProbe?.httpGet.port);
    expect(spec.template.metadata.labels).toMatchObject(spec.selector.matchLabels);
    expect(named('PodDisruptionBudget', metadata.name)?.spec.selector).toEqual(spec.selector);
    expect(spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(shutdownSeconds);
  }
});

test('scaling deployments are prepared for it, the gateway by its connections and the worker by its queue', () => {
  const scalers = base.filter(({ kind }) => kind === 'HorizontalPodAutoscaler');
  expect(scalers.map(({ metadata }) => metadata.name).toSorted()).toEqual(['api', 'realtime', 'worker']);
  for (const { metadata, spec } of scalers) {
    expect(spec.scaleTargetRef).toMatchObject({ kind: 'Deployment', name: metadata.name });
    // A number in the manifest would undo at every update what the autoscaler has found out.
    expect(named('Deployment', metadata.name)?.spec).not.toHaveProperty('replicas');
  }
  const adapter = fs.readFileSync(path.join(folder, 'prometheus-adapter.yaml'), 'utf8');
  for (const [name, metric] of [
    ['realtime', 'parley_realtime_connections'],
    ['worker', 'parley_queue_jobs'],
  ] as const) {
    expect(JSON.stringify(named('HorizontalPodAutoscaler', name))).toContain(`"name":"${metric}"`);
    expect(adapter).toContain(`seriesQuery: ${metric}{`);
  }
});

test('settings are ones that the services know, and secrets are in no file', () => {
  const known = new Set([...Object.keys(baseConfig.properties), 'REGISTRATION']);
  const settings = Object.keys(named('ConfigMap', 'parley-config')?.data ?? {});
  expect(settings.filter((name) => !known.has(name))).toEqual([]);
  expect(base.filter(({ kind }) => !(kind in kinds))).toEqual([]);
  expect(Object.keys(kinds)).not.toContain('Secret');
});

interface Operation {
  op: 'add' | 'replace';
  path: string;
  value: unknown;
}

/** Does what a JSON patch says. @throws when it replaces something that is not there, or adds to nothing */
function apply({ op, path: where, value }: Operation, resource: Resource): void {
  const keys = where.split('/').slice(1);
  const last = keys.pop() ?? '';
  const holder = keys.reduce<unknown>((held, key) => (held as Record<string, unknown> | undefined)?.[key], resource);
  if (typeof holder !== 'object' || holder === null || (op === 'replace' && !(last in holder))) {
    throw new Error(`${resource.kind} ${resource.metadata.name} has no ${where}.`);
  }
  (holder as Record<string, unknown>)[last] = value;
}

test.each(overlays)('the overlay %s changes only what the base has, into what the schemas allow', (overlay) => {
  const { resources, patches = [] } = kustomization(`overlays/${overlay}`);
  expect(resources).toEqual(['../../base']);
  const rendered = structuredClone(base);
  for (const { target, patch } of patches) {
    const targets = rendered.filter(
      ({ kind, metadata }) => kind === target.kind && (target.name === undefined || metadata.name === target.name),
    );
    expect(targets.length).toBeGreaterThan(0);
    const change: Operation[] | { $patch: 'delete' } = parse(patch);
    if (!Array.isArray(change)) continue;
    for (const operation of change) for (const resource of targets) apply(operation, resource);
  }
  for (const resource of rendered) validate(resource);
});
