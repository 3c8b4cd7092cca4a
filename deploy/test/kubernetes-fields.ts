/**
 * The fields that Kubernetes knows. The schemas of `kubernetes-models` say what a known field holds and pass over unknown
 * ones, so a misspelt probe would be no probe; its type declarations have every field by name.
 */
import fs from 'node:fs';
import path from 'node:path';

/** Fields of each type; `{` for a map with free keys. */
const types = new Map<string, Map<string, string>>();

const models = fs.realpathSync(path.resolve(import.meta.dirname, '../node_modules/kubernetes-models'));
for (const folder of [models, path.join(models, '../@kubernetes-models/apimachinery')]) {
  for (const entry of fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!entry.endsWith('.d.ts') || entry.startsWith('_schemas')) continue;
    const text = fs.readFileSync(path.join(folder, entry), 'utf8');
    const [, alias] = /export type \{ I\w+ as (II\w+)/.exec(text) ?? [];
    const [, body] = /export interface \w+[^{]*\{\n([\s\S]*?)\n\}/.exec(text) ?? [];
    if (!alias || !body) continue;
    types.set(
      alias,
      new Map([...body.matchAll(/^ {4}"([^"]+)"\??: (.+?);?$/gm)].map(([, name = '', of = '']) => [name, of])),
    );
  }
}

/** The paths of everything in a resource that its kind has no field for. */
export function unknownFields({ apiVersion, kind }: { apiVersion: string; kind: string }, resource: unknown): string[] {
  const [version = '', group = 'core'] = apiVersion.split('/').toReversed();
  const capitals = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);
  return unknownIn(`IIoK8sApi${capitals(group.split('.')[0] ?? '')}${capitals(version)}${kind}`, resource, kind);
}

function unknownIn(type: string, value: unknown, where: string): string[] {
  const [, each] = /^Array<(.*)>$/.exec(type) ?? [];
  if (each)
    return Array.isArray(value) ? value.flatMap((one, index) => unknownIn(each, one, `${where}[${index}]`)) : [];
  // Words, numbers and maps.
  if (!type.startsWith('IIo') || typeof value !== 'object' || value === null) return [];
  const fields = types.get(type);
  if (!fields) throw new Error(`kubernetes-models does not declare ${type} (${where}).`);
  return Object.entries(value).flatMap(([name, held]) => {
    const of = fields.get(name);
    return of === undefined ? [`${where}.${name}`] : unknownIn(of, held, `${where}.${name}`);
  });
}
