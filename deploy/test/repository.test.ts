import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parseDocument } from 'yaml';

const root = path.resolve(import.meta.dirname, '../..');
const github = path.join(root, '.github');
const files = fs
  .readdirSync(github, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.ya?ml$/.test(file))
  .toSorted();

/** @throws when it is no YAML, or such as two readers understand differently */
function read(file: string): unknown {
  const document = parseDocument(fs.readFileSync(path.join(github, file), 'utf8'), { strict: true });
  const [problem] = [...document.errors, ...document.warnings];
  if (problem) throw problem;
  return document.toJS();
}

test.each(files)('.github/%s can be read', (file) => {
  expect(read(file)).toBeTypeOf('object');
});

interface Form {
  name: string;
  description: string;
  body: { type: string; attributes: { label?: string } }[];
}
const forms = files.filter((file) => file.startsWith('ISSUE_TEMPLATE/') && !file.endsWith('config.yml'));

test.each(forms)('the form %s asks each question in words', (file) => {
  const { name, description, body } = read(file) as Form;
  expect(name && description).toBeTypeOf('string');
  expect(body.length).toBeGreaterThan(1);
  for (const { type, attributes } of body) {
    expect(['textarea', 'input', 'dropdown', 'checkboxes']).toContain(type);
    expect(attributes.label).toBeTypeOf('string');
    // A comma or colon in the wrong place makes a field of half a question.
    expect(['label', 'description', 'placeholder', 'value', 'render', 'options']).toEqual(
      expect.arrayContaining(Object.keys(attributes)),
    );
  }
});

interface Step {
  uses?: string;
  with?: Record<string, unknown>;
}
interface Job {
  uses?: string;
  steps?: Step[];
  permissions?: Record<string, string>;
  'timeout-minutes'?: number;
}
interface Workflow {
  permissions?: Record<string, string>;
  jobs: Record<string, Job>;
}
const workflows = files.filter((file) => file.startsWith('workflows/'));

test.each(workflows)('%s declares what it may do, and pins every action it uses', (file) => {
  const { permissions, jobs } = read(file) as Workflow;
  expect(permissions).toBeTypeOf('object');
  const called = Object.values(jobs).flatMap(({ uses }) => uses ?? []);
  expect(called.filter((uses) => !files.includes(uses.replace('./.github/', '')))).toEqual([]);
  const steps = Object.values(jobs).flatMap((job) => job.steps ?? []);
  const used = steps.flatMap(({ uses }) => uses ?? []);
  expect(used.filter((uses) => !/^[\w-]+\/[\w/-]+@v\d+$/.test(uses))).toEqual([]);
  // Its cache would ask pnpm where the store is, before there is a pnpm.
  const cached = steps.filter(
    (step) => step.uses?.startsWith('actions/setup-node@') && step.with?.['package-manager-cache'] !== false,
  );
  expect(cached).toEqual([]);
});

test.each(workflows)('%s ends by itself, and may no more than each job needs', (file) => {
  const { permissions, jobs } = read(file) as Workflow;
  // Whatever a job needs beyond reading, it asks for itself.
  expect(permissions).toEqual({ contents: 'read' });
  // A called workflow sets the time of its own jobs.
  const endless = Object.entries(jobs).filter(([, job]) => job.uses === undefined && !job['timeout-minutes']);
  expect(endless.map(([name]) => name)).toEqual([]);
  const checkouts = Object.values(jobs)
    .flatMap((job) => job.steps ?? [])
    .filter(({ uses }) => uses?.startsWith('actions/checkout@'));
  expect(checkouts.filter((step) => step.with?.['persist-credentials'] !== false)).toEqual([]);
});

test('every night what takes long is tried: fuzzing, chaos and the compose file', () => {
  const { jobs } = read('workflows/nightly.yml') as { jobs: Record<string, { steps: { run?: string }[] }> };
  const runs = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));
  for (const command of ['npm run fuzz', 'npm run chaos', 'npm run test:compose']) {
    expect(runs.filter((run) => run.startsWith(command))).toHaveLength(1);
  }
});
