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

const folder = path.resolve(import.meta.dirname, '../kubernetes');

/** Of every kind used, the class that knows Kubernetes' own schema of it. */
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

interface Container {
  name: string;
  image: string;
  securityContext: unknown;
  resources: unknown;
  readinessProbe?: object;
  livenessProbe?: object;
  ports?: { name: string; containerPort: number }[];
}
interface Resource {
  kind: keyof typeof kinds;
  apiVersion: string;
  metadata: { name: string };
  data?: Record<string, string>;
  spec: {
    selector: { matchLabels: Record<string, string> };
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

test('every manifest is what the schema of its kind asks for', () => {
  for (const resource of base) {
    const made = new kinds[resource.kind](resource as never);
    expect(() => made.validate()).not.toThrow();
    expect(made.apiVersion).toBe(resource.apiVersion);
  }
});

test('a manifest that the schema does not allow is noticed', () => {
  const api = named('Deployment', 'api');
  const wrong = new Deployment({ ...api, spec: { ...api?.spec, replicas: 'two' } } as never);
  expect(() => wrong.validate()).toThrow(/replicas/);
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
    expect(container).toMatchObject({ readinessProbe: {}, livenessProbe: {} });
    expect(spec.template.metadata.labels).toMatchObject(spec.selector.matchLabels);
    expect(named('PodDisruptionBudget', metadata.name)?.spec.selector).toEqual(spec.selector);
    expect(spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(shutdownSeconds);
  }
});

test('what scales is there to be scaled, the gateway by its connections and the worker by its queue', () => {
  const scalers = base.filter(({ kind }) => kind === 'HorizontalPodAutoscaler');
  expect(scalers.map(({ metadata }) => metadata.name).toSorted()).toEqual(['api', 'realtime', 'worker']);
  for (const { spec } of scalers) {
    expect(named(spec.scaleTargetRef?.kind ?? '', spec.scaleTargetRef?.name ?? '')).toBeDefined();
  }
  expect(JSON.stringify(named('HorizontalPodAutoscaler', 'realtime'))).toContain('parley_realtime_connections');
  expect(JSON.stringify(named('HorizontalPodAutoscaler', 'worker'))).toContain('parley_queue_jobs');
});

test('settings are ones that the services know, and secrets are in no file', () => {
  const known = new Set([...Object.keys(baseConfig.properties), 'REGISTRATION']);
  const settings = Object.keys(named('ConfigMap', 'parley-config')?.data ?? {});
  expect(settings.filter((name) => !known.has(name))).toEqual([]);
  expect(base.filter(({ kind }) => !(kind in kinds))).toEqual([]);
  expect(Object.keys(kinds)).not.toContain('Secret');
});

test.each(overlays)('the overlay %s changes only what the base has', (overlay) => {
  const { resources, patches = [] } = kustomization(`overlays/${overlay}`);
  expect(resources).toEqual(['../../base']);
  for (const { target, patch } of patches) {
    const targets = base.filter(
      ({ kind, metadata }) => kind === target.kind && (target.name === undefined || metadata.name === target.name),
    );
    expect(targets.length).toBeGreaterThan(0);
    const operations: unknown = parse(patch);
    if (!Array.isArray(operations)) continue;
    for (const { path: where } of operations as { path: string }[]) {
      for (const resource of targets) {
        const found = where
          .split('/')
          .slice(1)
          .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], resource);
        expect(found).toBeDefined();
      }
    }
  }
});
