/** A server that speaks the chat completions protocol with streaming, as OpenAI, Ollama and vLLM do, and says what it is told. */
import { createServer, type ServerResponse } from 'node:http';
import { listen } from './listen.ts';

export interface ModelPart {
  type: string;
  text?: string;
  image_url?: { url: string; detail?: string };
}

export interface ModelRequest {
  model: string;
  /** Text, or parts of which some are pictures. */
  messages: { role: string; content: string | ModelPart[] }[];
  tools?: { function: { name: string } }[];
  stream?: boolean;
  stream_options?: object;
  max_tokens?: number;
  max_completion_tokens?: number;
  response_format?: object;
}

export type ModelBehaviour =
  /** Streams the text in pieces, each after `pieceMs`; nothing before `after`, and then `firstMs` before the first. */
  | { text: string; after?: Promise<unknown>; firstMs?: number; pieceMs?: number; usage?: boolean }
  | { tool: string; arguments: Record<string, unknown> | string; before?: string; repeatsName?: boolean }
  | { status: number; message?: string; headers?: Record<string, string> }
  /** Refuses in a form of its own, as FastAPI does. */
  | { status: number; body: object }
  /** Answers in one piece, whatever was asked for. */
  | { whole: string }
  | { refusal: string }
  | { filtered: string }
  /** Sends some of it and closes the connection. */
  | { breaksOffAfter: string }
  /** Sends a piece of nothing, and another every so often where told, but never a word. */
  | { empty: 'role' | 'blank' | 'thought'; everyMs?: number }
  /** Streams these lines as they are, whatever they are, and ends. */
  | { nonsense: string }
  | { hang: true };

export interface ModelServer {
  /** For `OPENAI_BASE_URL`. */
  url: string;
  requests: ModelRequest[];
  /** Keys of all requests, in their order. */
  keys: (string | undefined)[];
  /** Names that `/models` lists; a number is the status of a server without a list. */
  models: string[] | number;
  /** Questions for which other words were asked, and these words. */
  searches: string[];
  searchWords: string[];
  /** Sounds that were sent to be written down. */
  speech: { model: string; name: string; bytes: Buffer }[];
  /** What is said in the next sound; a number is the status of a refusal. */
  said: string | number;
  /** Number of requests that the caller aborted before the end. */
  aborted: number;
  next: ModelBehaviour[];
  usually: ModelBehaviour | ((request: ModelRequest) => ModelBehaviour);
  close(): Promise<void>;
}

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Word by word, blanks kept. */
const pieces = (text: string): string[] => text.match(/\S*\s*/g)?.filter((piece) => piece !== '') ?? [];

class Stream {
  readonly #response: ServerResponse;
  readonly #model: string;
  constructor(response: ServerResponse, model: string) {
    this.#response = response;
    this.#model = model;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
  }
  #chunk(choices: unknown[], more: Record<string, unknown> = {}): void {
    const chunk = {
      id: 'chatcmpl-1',
      object: 'chat.completion.chunk',
      created: 1,
      model: this.#model,
      choices,
      ...more,
    };
    this.#response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  }
  delta(delta: Record<string, unknown>, finish: string | null = null): void {
    this.#chunk([{ index: 0, delta, finish_reason: finish }]);
  }
  end(finish: string, tokens?: { prompt: number; completion: number }): void {
    this.delta({}, finish);
    if (tokens) {
      const { prompt, completion } = tokens;
      this.#chunk([], {
        usage: { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion },
      });
    }
    this.#response.end('data: [DONE]\n\n');
  }
}

async function answer(behaviour: ModelBehaviour, request: ModelRequest, response: ServerResponse): Promise<void> {
  if ('hang' in behaviour) return;
  if ('status' in behaviour) {
    const headers = 'headers' in behaviour ? behaviour.headers : {};
    const message = ('message' in behaviour ? behaviour.message : undefined) ?? 'no';
    response.writeHead(behaviour.status, { 'content-type': 'application/json', ...headers });
    response.end(
      JSON.stringify(
        'body' in behaviour ? behaviour.body : { error: { message, type: 'error', code: null, param: null } },
      ),
    );
    return;
  }
  if ('whole' in behaviour) {
    const message = { role: 'assistant', content: behaviour.whole, refusal: null };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({
        id: 'chatcmpl-1',
        object: 'chat.completion',
        created: 1,
        model: request.model,
        choices: [{ index: 0, message, finish_reason: 'stop', logprobs: null }],
        usage: { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 },
      }),
    );
    return;
  }
  if ('nonsense' in behaviour) {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(behaviour.nonsense);
    return;
  }
  const stream = new Stream(response, request.model);
  const prompt = Math.ceil(JSON.stringify(request.messages).length / 4);
  if ('text' in behaviour) {
    await behaviour.after;
    if (behaviour.firstMs) await wait(behaviour.firstMs);
    for (const piece of pieces(behaviour.text)) {
      if (response.destroyed) return;
      stream.delta({ content: piece });
      if (behaviour.pieceMs) await wait(behaviour.pieceMs);
    }
    stream.end(
      'stop',
      behaviour.usage === false ? undefined : { prompt, completion: Math.ceil(behaviour.text.length / 4) },
    );
  } else if ('tool' in behaviour) {
    if (behaviour.before) stream.delta({ content: behaviour.before });
    const text = typeof behaviour.arguments === 'string' ? behaviour.arguments : JSON.stringify(behaviour.arguments);
    const half = Math.ceil(text.length / 2);
    stream.delta({
      tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: { name: behaviour.tool, arguments: '' } }],
    });
    // In two pieces, as servers do.
    const name = behaviour.repeatsName ? { name: behaviour.tool } : {};
    stream.delta({ tool_calls: [{ index: 0, function: { ...name, arguments: text.slice(0, half) } }] });
    stream.delta({ tool_calls: [{ index: 0, function: { ...name, arguments: text.slice(half) } }] });
    stream.end('tool_calls', { prompt, completion: 20 });
  } else if ('refusal' in behaviour) {
    stream.delta({ refusal: behaviour.refusal });
    stream.end('stop', { prompt, completion: 5 });
  } else if ('filtered' in behaviour) {
    stream.delta({ content: behaviour.filtered });
    stream.end('content_filter', { prompt, completion: 5 });
  } else if ('empty' in behaviour) {
    const pieceOfNothing = () =>
      stream.delta({ content: { role: '', blank: ' ', thought: '<think>hm' }[behaviour.empty] });
    pieceOfNothing();
    if (behaviour.everyMs === undefined) return;
    const timer = setInterval(pieceOfNothing, behaviour.everyMs);
    response.on('close', () => clearInterval(timer));
  } else {
    stream.delta({ content: behaviour.breaksOffAfter });
    await wait(20);
    response.destroy();
  }
}

const textIn = (message: ModelRequest['messages'][number] | undefined): string =>
  typeof message?.content === 'string' ? message.content : '';
/** Recognises a request for words to search for, which tests of other things need not know of. */
const isSearch = ({ messages }: ModelRequest): boolean => textIn(messages[0]).includes('{"searchWords":');

/** Starts a model server on a free port of 127.0.0.1. */
export async function startModelServer(
  usually: ModelServer['usually'] = { text: 'Hello from the model.' },
): Promise<ModelServer> {
  const server = createServer((request, response) => {
    void (async () => {
      model.keys.push(request.headers.authorization?.replace(/^Bearer /, ''));
      if (request.method === 'GET') {
        const { models } = model;
        response.writeHead(typeof models === 'number' ? models : 200, { 'content-type': 'application/json' });
        const data = typeof models === 'number' ? [] : models.map((id) => ({ id, object: 'model' }));
        response.end(JSON.stringify({ object: 'list', data }));
        return;
      }
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(Buffer.from(chunk));
      if (request.url?.endsWith('/audio/transcriptions')) {
        const type = request.headers['content-type'] ?? '';
        const form = await new Response(Buffer.concat(chunks), { headers: { 'content-type': type } }).formData();
        const [sound, name] = [form.get('file'), form.get('model')];
        if (!(sound instanceof File) || typeof name !== 'string') {
          response.writeHead(400).end('{}');
          return;
        }
        model.speech.push({ model: name, name: sound.name, bytes: Buffer.from(await sound.arrayBuffer()) });
        const { said } = model;
        response.writeHead(typeof said === 'number' ? said : 200, { 'content-type': 'application/json' });
        response.end(JSON.stringify(typeof said === 'number' ? { error: { message: 'No.' } } : { text: said }));
        return;
      }
      const asked = JSON.parse(Buffer.concat(chunks).toString('utf8')) as ModelRequest;
      if (isSearch(asked)) {
        model.searches.push(textIn(asked.messages.at(-1)));
        await answer({ text: JSON.stringify({ searchWords: model.searchWords }) }, asked, response);
        return;
      }
      model.requests.push(asked);
      response.on('close', () => {
        if (!response.writableFinished) model.aborted += 1;
      });
      const behaviour = model.next.shift() ?? model.usually;
      await answer(typeof behaviour === 'function' ? behaviour(asked) : behaviour, asked, response);
    })().catch(() => response.destroy());
  });
  const listener = await listen(server);
  const model: ModelServer = {
    url: `${listener.url}/v1`,
    requests: [],
    keys: [],
    models: [],
    searches: [],
    searchWords: [],
    speech: [],
    said: 'Hello from the voice note.',
    aborted: 0,
    next: [],
    usually,
    close: () => listener.close(),
  };
  return model;
}
