/** Converts between an action and the texts of its form. */
import { isObject, parseJson } from '@parley/contracts/json';
import { secretMask } from '@parley/contracts/settings/secret-fields';
import {
  boundValues,
  type BoundValue,
  type HttpCall,
  type Tool,
  type ToolDefinition,
} from '@parley/contracts/assistant/tools';

type WholeDefinition = ToolDefinition & Pick<Tool, 'isCard'>;

/** Returns a definition as it was answered, for sending back; masked secrets stay unchanged. */
export function definitionOf(tool: Tool, isActive: boolean): WholeDefinition {
  const { id: _id, createdAt: _created, updatedAt: _updated, ...definition } = tool;
  return { ...definition, isActive };
}

/** Returns the expected `updatedAt` if `headers` contain new secrets: the present ones are masked, so not comparable. */
export const unchangedSince = ({ updatedAt }: { updatedAt: string }, headers: HttpCall['headers'] = []) =>
  headers.some(({ value }) => value !== '' && value !== secretMask) ? { updatedAt } : {};

/** Returns the lines without blank ones. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const pairsOf = (text: string): [string, string][] =>
  linesOf(text).map((line) => {
    const at = line.indexOf(':');
    return at < 0 ? [line, ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
  });

/** `name: value`, a line each. */
export const headersOf = (text: string): HttpCall['headers'] => pairsOf(text).map(([name, value]) => ({ name, value }));
export const headerLines = (headers: HttpCall['headers']): string =>
  headers.map(({ name, value }) => `${name}: ${value}`).join('\n');

const isBound = (value: string): value is BoundValue => boundValues.some((known) => known === value);

/** Parses `argument: email`, a line each; undefined if a line is invalid. */
export function bindingsOf(text: string): Record<string, BoundValue> | undefined {
  const found: Record<string, BoundValue> = {};
  for (const [name, value] of pairsOf(text)) {
    if (!isBound(value)) return undefined;
    found[name] = value;
  }
  return found;
}
export const bindingLines = (bindings: Tool['bindings']): string =>
  Object.entries(bindings)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

/** A JSON object, or undefined where the text is none. */
export function objectOf(text: string): Record<string, unknown> | undefined {
  const value = parseJson(text);
  return isObject(value) ? { ...value } : undefined;
}

/** Default values of a new action. */
export const newTool: WholeDefinition = {
  name: '',
  description: '',
  effect: 'read',
  needsIdentity: false,
  isActive: true,
  isCard: false,
  parameters: { type: 'object', properties: { order: { type: 'string' } }, required: ['order'] },
  bindings: {},
  confirmation: '',
  http: { method: 'GET', url: '', headers: [], rest: 'query', fields: [] },
  mcp: null,
  maxBytes: 65_536,
  timeoutSeconds: 8,
};
