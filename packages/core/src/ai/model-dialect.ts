/**
 * Tracks which parts of the chat completions protocol a server lacks. Servers speak slightly different dialects:
 * refused parts are left out or replaced, and the dialect is remembered until the process ends.
 */
import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import type { ModelAccess } from './model-access.ts';

/** Difference from the default way of calling a server. */
export type Adaptation =
  /** Sends `max_completion_tokens`, as OpenAI's reasoning models and gpt-5 ask for, instead of `max_tokens`. */
  | 'max_completion_tokens'
  | 'without_stream_options'
  | 'without_streaming'
  | 'without_tools'
  | 'without_response_format'
  /** Puts the system prompt in front of the user's message. */
  | 'without_system_role';

type Dialect = ReadonlySet<Adaptation>;

/** Adaptation that the text of a refusal calls for. Later rows are more general. */
const refusals: readonly (readonly [Adaptation, RegExp])[] = [
  ['max_completion_tokens', /max_tokens|max_completion_tokens/i],
  ['without_stream_options', /stream_options|include_usage/i],
  ['without_response_format', /response_format|json_object|json mode/i],
  ['without_tools', /\btools?\b|tool_choice|function.?call/i],
  ['without_system_role', /\b(system|developer)['"`]?[\s_-](role|message|prompt|instruction)|role.{0,60}\bsystem\b/i],
  ['without_system_role', /does not support ['"`]?system\b/i],
  ['without_streaming', /\bstream(ing)?\b/i],
];

/** Statuses for a malformed request; transient errors are not about its form. */
const formStatuses: ReadonlySet<number> = new Set([400, 404, 405, 415, 422, 501]);

/** Returns the adaptation after a refusal; undefined if its text names nothing that can be left out. */
export function adaptationFor(status: number, words: string, dialect: Dialect): Adaptation | undefined {
  if (!formStatuses.has(status)) return undefined;
  return refusals.find(([adaptation, about]) => !dialect.has(adaptation) && about.test(words))?.[0];
}

const keyOf = ({ baseUrl }: Pick<ModelAccess, 'baseUrl'>, model: string): string => `${baseUrl ?? ''} ${model}`;
const known = new Map<string, Dialect>();
const none: Dialect = new Set();

/** Returns the known dialect of a model. */
export const dialectOf = (access: Pick<ModelAccess, 'baseUrl'>, model: string): Dialect =>
  known.get(keyOf(access, model)) ?? none;

/** Stores a dialect that a model has accepted. */
export function rememberDialect(access: Pick<ModelAccess, 'baseUrl'>, model: string, dialect: Dialect): void {
  known.set(keyOf(access, model), dialect);
}

/** Returns the messages without a system role: its text is put in front of the user's. */
export function withoutSystemRole(messages: readonly ChatCompletionMessageParam[]): ChatCompletionMessageParam[] {
  const rules = messages.flatMap(({ role, content }) =>
    role === 'system' && typeof content === 'string' ? content : [],
  );
  const others = messages.filter(({ role }) => role !== 'system');
  const first = others.findIndex(({ role }) => role === 'user');
  const asked = others[first];
  if (asked?.role !== 'user') return [{ role: 'user', content: rules.join('\n\n') }, ...others];
  const text = { type: 'text' as const, text: rules.join('\n\n') };
  const content = typeof asked.content === 'string' ? `${text.text}\n\n${asked.content}` : [text, ...asked.content];
  return others.with(first, { ...asked, content });
}
