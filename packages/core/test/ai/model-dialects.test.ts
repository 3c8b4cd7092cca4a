/** Servers that speak the chat completions protocol with something left out. */
import { askModel, type ModelQuestion } from '../../src/ai/model.ts';
import { type ModelBehaviour, type ModelRequest, type ModelServer, startModelServer } from '@parley/testing/openai';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

let server: ModelServer;
beforeEach(async () => {
  server = await startModelServer();
});
afterEach(() => server.close());

const question: ModelQuestion = {
  model: 'made-up',
  messages: [
    { role: 'system', content: 'Be kind.' },
    { role: 'user', content: 'Hello' },
  ],
  maxTokens: 50,
  tools: [{ type: 'function', function: { name: 'hand_off_to_human', parameters: {} } }],
  json: true,
};
const ask = () => askModel({ apiKey: 'key', baseUrl: server.url }, question);
const last = () => server.requests.at(-1);

const openAi = (message: string): ModelBehaviour => ({ status: 400, message });
const hasSystem = ({ messages }: ModelRequest) => messages.some(({ role }) => role === 'system');

test.each<[what: string, refuses: (request: ModelRequest) => boolean, refusal: ModelBehaviour]>([
  [
    'max_tokens',
    (request) => request.max_tokens !== undefined,
    openAi(
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    ),
  ],
  [
    'stream_options',
    (request) => request.stream_options !== undefined,
    { status: 422, body: { detail: [{ loc: ['body', 'stream_options'], msg: 'Extra inputs are not permitted' }] } },
  ],
  ['streaming', (request) => request.stream === true, openAi('Streaming is not supported by this deployment.')],
  ['tools', (request) => request.tools !== undefined, openAi('registry.example/gemma:2b does not support tools')],
  ['response_format', (request) => request.response_format !== undefined, openAi('response_format is unknown')],
  [
    'a system role',
    hasSystem,
    openAi("Unsupported value: 'messages[0].role' does not support 'system' with this model."),
  ],
  ['a developer instruction', hasSystem, openAi('Developer instruction is not enabled for models/gemma-3')],
])('a server that refuses %s is asked without it, and not asked with it again', async (_what, refuses, refusal) => {
  server.usually = (request) =>
    refuses(request) ? refusal : request.stream ? { text: 'We deliver.' } : { whole: 'We deliver.' };
  expect((await ask()).text).toBe('We deliver.');
  const before = server.requests.length;
  expect(before).toBe(2);
  expect((await ask()).text).toBe('We deliver.');
  expect(server.requests).toHaveLength(before + 1);
});

test('a server that refuses several parameters is called without each of them', async () => {
  server.usually = (request) => {
    if (request.max_tokens) return openAi("Use 'max_completion_tokens' instead of 'max_tokens'.");
    if (request.stream_options) return openAi('Unrecognized request argument supplied: stream_options');
    return hasSystem(request) ? openAi('System role not supported') : { text: 'We deliver.' };
  };
  expect((await ask()).text).toBe('We deliver.');
  expect(last()).toMatchObject({
    max_completion_tokens: 50,
    messages: [{ role: 'user', content: 'Be kind.\n\nHello' }],
  });
});

test('an answer in one piece is read although a stream was requested', async () => {
  server.usually = { whole: 'We deliver.' };
  expect(await ask()).toMatchObject({ text: 'We deliver.', inputTokens: 7, outputTokens: 3 });
});

test('a server without tools is called without the rules about them', async () => {
  server.usually = ({ tools, stream }) =>
    tools ? openAi('tools are not supported') : stream ? { text: 'We deliver.' } : { whole: 'We deliver.' };
  const messagesWithoutTools: ModelQuestion['messages'] = [{ role: 'user', content: 'Hello, no tools' }];
  await askModel({ apiKey: 'key', baseUrl: server.url }, { ...question, messagesWithoutTools });
  expect(server.requests.map(({ messages }) => messages.at(-1)?.content)).toEqual(['Hello', 'Hello, no tools']);
});

test('a tool call with its name repeated in every piece is one call', async () => {
  server.usually = { tool: 'hand_off_to_human', arguments: { reason: 'asks for a person' }, repeatsName: true };
  expect((await ask()).toolCall).toEqual({ name: 'hand_off_to_human', arguments: '{"reason":"asks for a person"}' });
});

describe('a refusal that nothing left out would change', () => {
  test.each([
    [openAi('This model’s maximum context length is 8192 tokens.'), 1],
    [{ status: 401, message: 'Wrong key for stream' }, 1],
    [{ status: 429, message: 'Too many max_tokens' }, 1],
    // Tried the other way once, and not remembered.
    [openAi('max_tokens is too large: 50'), 2],
  ])('it is thrown', async (refusal, calls) => {
    server.usually = refusal;
    await expect(ask()).rejects.toThrow(/answered/);
    expect(server.requests).toHaveLength(calls);
    server.usually = { text: 'We deliver.' };
    await ask();
    expect(last()).toMatchObject({ max_tokens: 50 });
  });
});
