/** From the contracts' schemas to those of a document: every named one once, and references to it elsewhere. */
import { isObject, type Json } from '@parley/contracts/json';

/** The schema with every named one inside replaced by a reference to its component, which is put into `components`. */
export function reference(schema: unknown, components: Map<string, Json>): unknown {
  if (Array.isArray(schema)) return schema.map((item) => reference(item, components));
  if (!isObject(schema)) return schema;
  const { $id, ...rest } = schema;
  const inner = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, reference(value, components)]));
  if (typeof $id !== 'string') return inner;
  components.set($id, inner);
  return { $ref: `#/components/schemas/${$id}` };
}
