/** Derives the arguments of a tool from the schemas of its route. */
import { isObject, type Json } from '@parley/contracts/json';
import type { McpTool } from '@parley/contracts/mcp/tools';
import { type CallPlace, type Route, splitPlace } from '@parley/contracts/route';

/** Returns the JSON Schema of the arguments; what the route requires is required. */
export function schemaOf({ route, takes, needs = [] }: McpTool): Json {
  const places = Object.entries(takes);
  return {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(places.map(([name, place]) => [name, plain(propertyAt(route, place))])),
    required: places.flatMap(([name, place]) => (isRequired(route, place) || needs.includes(name) ? [name] : [])),
  };
}

function propertyAt(route: Route, place: CallPlace): unknown {
  const [part, name] = splitPlace(place);
  const schema: unknown = route[part];
  const properties = isObject(schema) ? schema.properties : undefined;
  const property = isObject(properties) ? properties[name] : undefined;
  if (property === undefined) throw new Error(`${route.method} ${route.path} has no ${place}.`);
  return property;
}

function isRequired(route: Route, place: CallPlace): boolean {
  const [part, name] = splitPlace(place);
  const schema: unknown = route[part];
  const required = isObject(schema) ? schema.required : undefined;
  return Array.isArray(required) && required.includes(name);
}

/** Returns the schema without ids: the same one may stand in several tools. */
function plain(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(plain);
  if (!isObject(schema)) return schema;
  const { $id: _, ...rest } = schema;
  return Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, plain(value)]));
}
