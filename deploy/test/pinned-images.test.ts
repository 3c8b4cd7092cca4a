import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';

const root = path.resolve(import.meta.dirname, '../..');
const read = (name: string): string => fs.readFileSync(path.join(root, name), 'utf8');
const within = (folder: string): string[] =>
  fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.ya?ml$/.test(file))
    .map((file) => path.join(folder, file));

/** Returns the default of an image that can be chosen. */
const usual = (image: string): string => /^\$\{[A-Z]+_IMAGE:-([^}]+)\}$/.exec(image)?.[1] ?? image;

/** Every `image` (and `container`, as workflows call it) at any depth. */
function imagesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(imagesIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    (key === 'image' || key === 'container') && typeof inner === 'string' ? [inner] : imagesIn(inner),
  );
}

/** A digest, or a version with its minor: what is built tomorrow from the same commit is what was tried today. */
const isPinned = (image: string): boolean => /@sha256:[0-9a-f]{64}$|:v?\d+\.\d+[\w.-]*$/.test(image);

/** Built from this repository: compose's by `IMAGES` and `VERSION`, Kubernetes' by the tags of the kustomization. */
const isOurs = (image: string): boolean => /^(\$\{IMAGES:-parley\}\/|parley\/)/.test(image);

function unpinned(images: string[]): string[] {
  return images.map(usual).filter((image) => !isOurs(image) && !isPinned(image));
}

test.each([
  ['redis', false],
  ['redis:latest', false],
  ['redis:8-bookworm', false],
  ['redis:8.2-bookworm', true],
  ['ghcr.io/parley-chat/parley/api', false],
  ['localhost:5000/redis', false],
  ['prom/prometheus:v3.5.0', true],
  [`redis@sha256:${'a'.repeat(64)}`, true],
])('%s counts as pinned: %s', (image, expected) => {
  expect(isPinned(image)).toBe(expected);
});

test.each(['docker-compose.yml', ...within('deploy'), ...within('.github/workflows')])(
  '%s names every image that is not ours by digest or minor version',
  (file) => {
    const images = parseAllDocuments(read(file), { logLevel: 'silent' }).flatMap((each) => imagesIn(each.toJS()));
    expect(unpinned(images)).toEqual([]);
  },
);

test('the Dockerfile names every image by digest or minor version, its own syntax too', () => {
  const dockerfile = read('deploy/Dockerfile');
  const stages = new Set([...dockerfile.matchAll(/^FROM \S+ AS (\w+)$/gm)].map(([, name]) => name));
  const images = [...dockerfile.matchAll(/^(?:FROM|# syntax=|COPY --from=)\s*(\S+)/gm)].map(([, name]) => name ?? '');
  expect(images.length).toBeGreaterThan(5);
  // `scratch` is no image.
  expect(unpinned(images.filter((name) => name !== 'scratch' && !stages.has(name)))).toEqual([]);
});

test('the images run the Node that npm start brings along', () => {
  const { devDependencies } = JSON.parse(read('package.json')) as { devDependencies: { node: string } };
  const inImages = [...read('deploy/Dockerfile').matchAll(/^FROM node:([\d.]+)-/gm)].map(([, version]) => version);
  expect(new Set(inImages)).toEqual(new Set([devDependencies.node.split('.').slice(0, 2).join('.')]));
});

test('Kubernetes gets a version of each image of ours', () => {
  const { images } = parse(read('deploy/kubernetes/base/kustomization.yaml')) as {
    images: { newName: string; newTag: string }[];
  };
  expect(unpinned(images.map(({ newName, newTag }) => `${newName}:${newTag}`))).toEqual([]);
  expect(images).toHaveLength(4);
});
