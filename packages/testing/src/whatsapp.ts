/** The part of Meta's Graph API that conversations need, with one number and people who write to it. https://developers.facebook.com/docs/whatsapp/cloud-api */
import { createHmac } from 'node:crypto';
import { type Behaviour, type Endpoint, type ReceivedRequest, startEndpoint } from './http.ts';

export interface SentByNumber {
  id: string;
  to: string;
  /** Everything that was asked for. */
  message: Record<string, unknown>;
}

interface TemplateComponent {
  type: string;
  format?: string;
  text?: string;
  example?: object;
  buttons?: { type: string; text: string; url?: string; phone_number?: string; example?: string[] }[];
}

export interface ListedTemplate {
  name: string;
  language: string;
  status: string;
  category?: string;
  components: TemplateComponent[];
}

/** Outcome of the next message: a refusal with Meta's code, or taken without an answer. */
export type Fate = { code: number; details: string; status?: number } | { takenThen: Behaviour };

export interface WhatsappServer {
  /** For `CHANNEL_API_URLS`. */
  url: string;
  phoneNumberId: string;
  businessAccountId: string;
  accessToken: string;
  appSecret: string;
  verifyToken: string;
  sent: SentByNumber[];
  /** Outcomes of the next messages to a customer. */
  fates: Map<string, Fate[]>;
  /** Files by media id: uploaded ones, and those of customers. */
  media: Map<string, { type: string; bytes: Buffer; url?: string }>;
  /** Templates of the business account, as Meta lists them. */
  templates: ListedTemplate[];
  /** Calls that asked for templates. */
  templateCalls: string[];
  /** Business accounts that the app was subscribed to. */
  subscribed: string[];
  /** Returns the signed notification of a change, as Meta posts it. */
  notification(value: Record<string, unknown>): { headers: Record<string, string>; raw: Buffer; body: unknown };
  /** Returns the notification of a message; its `id` is new unless given. */
  message(from: string, message: Record<string, unknown>): ReturnType<WhatsappServer['notification']> & { id: string };
  /** Returns the notification of what became of a sent message. */
  status(sent: SentByNumber, status: string, errors?: object[]): ReturnType<WhatsappServer['notification']>;
  endpoint: Endpoint;
  close(): Promise<void>;
}

const json = (value: unknown, status = 200): Behaviour => ({
  status,
  body: JSON.stringify(value),
  headers: { 'content-type': 'application/json' },
});
const refusal = (status: number, code: number, details: string): Behaviour =>
  json({ error: { message: `(#${code}) Refused`, type: 'OAuthException', code, error_data: { details } } }, status);

/** Starts the API with the number +1 555 0100 of “Shop”. */
export async function startWhatsapp(): Promise<WhatsappServer> {
  const version = '/v23.0';
  let ids = 0;
  const newId = (kind: string) => `${kind}.${(ids += 1)}`;

  async function handle(request: ReceivedRequest): Promise<Behaviour> {
    if (request.headers['authorization'] !== `Bearer ${server.accessToken}`)
      return refusal(401, 190, 'Error validating access token');
    const { pathname } = new URL(request.path, 'http://graph.invalid');
    const [, file = ''] = /^\/files\/([\w.-]+)$/.exec(pathname) ?? [];
    if (file) return { status: 200, body: server.media.get(file)?.bytes ?? Buffer.alloc(0) };
    if (!pathname.startsWith(`${version}/`)) return refusal(404, 2500, 'Unknown path');
    const [id = '', edge] = pathname.slice(version.length + 1).split('/');
    if (request.method === 'GET' && edge === 'message_templates' && id === server.businessAccountId)
      return list(request.path);
    if (request.method === 'GET') return read(id);
    if (edge === 'media' && id === server.phoneNumberId) return upload(request);
    if (edge === 'messages' && id === server.phoneNumberId) return take(JSON.parse(request.body));
    if (edge !== 'subscribed_apps') return refusal(400, 100, 'Unsupported post request');
    server.subscribed.push(id);
    return json({ success: true });
  }

  function read(id: string): Behaviour {
    if (id === server.phoneNumberId) return json({ id, display_phone_number: '+1 555 0100', verified_name: 'Shop' });
    const media = server.media.get(decodeURIComponent(id));
    if (!media) return refusal(400, 100, 'Object does not exist');
    const { bytes, type, url = `${server.endpoint.url}/files/${id}` } = media;
    return json({ id, url, mime_type: type, file_size: bytes.length });
  }

  /** Two templates a page at most, so that every reader follows the pages. */
  function list(path: string): Behaviour {
    server.templateCalls.push(path);
    const { searchParams } = new URL(path, 'http://graph.invalid');
    const [status, after] = [searchParams.get('status'), Number(searchParams.get('after') ?? 0)];
    const wanted = server.templates.filter((each) => status === null || each.status === status);
    const end = after + Math.min(2, Number(searchParams.get('limit') ?? 25));
    const paging = { cursors: { after: String(end) }, ...(end < wanted.length && { next: `${endpoint.url}${path}` }) };
    return json({ data: wanted.slice(after, end), paging });
  }

  async function upload({ headers, bytes }: ReceivedRequest): Promise<Behaviour> {
    const type = headers['content-type'] ?? '';
    const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData();
    const file = form.get('file');
    if (form.get('messaging_product') !== 'whatsapp' || !(file instanceof File))
      return refusal(400, 131_008, 'No file');
    const id = newId('media');
    server.media.set(id, { type: file.type, bytes: Buffer.from(await file.arrayBuffer()) });
    return json({ id });
  }

  function take(message: Record<string, unknown>): Behaviour {
    const to = String(message['to']);
    const fault = faultOf(message);
    if (fault) return refusal(400, 131_009, fault);
    const templateFault =
      message['type'] === 'template' ? faultOfTemplate(message['template'], server.templates) : null;
    if (templateFault) return refusal(400, ...templateFault);
    const fate = server.fates.get(to)?.shift();
    if (fate && 'code' in fate) return refusal(fate.status ?? 400, fate.code, fate.details);
    const id = newId('wamid');
    server.sent.push({ id, to, message });
    if (fate) return fate.takenThen;
    return json({ messaging_product: 'whatsapp', contacts: [{ input: to, wa_id: to }], messages: [{ id }] });
  }

  const endpoint = await startEndpoint(handle);
  const server: WhatsappServer = {
    url: `${endpoint.url}${version}`,
    phoneNumberId: '106540352242922',
    businessAccountId: '102290129340398',
    accessToken: 'EAAG-token_of_the_test',
    appSecret: 'f00d5ec7e7c0ffee',
    verifyToken: 'chosen by the admin',
    sent: [],
    fates: new Map(),
    media: new Map(),
    templates: [],
    templateCalls: [],
    subscribed: [],
    notification(value) {
      const metadata = { display_phone_number: '15550100', phone_number_id: server.phoneNumberId };
      const change = { field: 'messages', value: { messaging_product: 'whatsapp', metadata, ...value } };
      const body = {
        object: 'whatsapp_business_account',
        entry: [{ id: server.businessAccountId, changes: [change] }],
      };
      const raw = Buffer.from(JSON.stringify(body));
      const signature = createHmac('sha256', server.appSecret).update(raw).digest('hex');
      return { headers: { 'x-hub-signature-256': `sha256=${signature}` }, raw, body };
    },
    message(from, message) {
      const id = typeof message['id'] === 'string' ? message['id'] : newId('wamid');
      const timestamp = String(Math.floor(Date.now() / 1000));
      const contacts = [{ profile: { name: 'Jane Doe' }, wa_id: from }];
      return { id, ...server.notification({ contacts, messages: [{ from, id, timestamp, ...message }] }) };
    },
    status: ({ id, to }, status, errors) =>
      server.notification({
        statuses: [{ id, status, timestamp: '1764500000', recipient_id: to, ...(errors && { errors }) }],
      }),
    endpoint,
    close: () => endpoint.close(),
  };
  return server;
}

/** Returns what Meta would refuse about a message; its limits are in its reference. */
function faultOf({ type, ...message }: Record<string, unknown>): string | undefined {
  const part = message[String(type)] as Record<string, unknown> | undefined;
  if (message['messaging_product'] !== 'whatsapp' || !part) return 'Parameter value is not valid';
  if (type === 'text' && !lengthWithin(part['body'], 4_096)) return 'text.body has 1 to 4096 characters';
  if ('caption' in part && !lengthWithin(part['caption'], 1_024)) return 'caption has 1 to 1024 characters';
  return type === 'interactive' ? interactiveFault(part) : undefined;
}

interface Interactive {
  type: string;
  body: { text: string };
  action: { button?: string; buttons?: { reply: { title: string } }[]; sections?: { rows: { title: string }[] }[] };
}

function interactiveFault(part: Record<string, unknown>): string | undefined {
  const { type, body, action } = part as unknown as Interactive;
  if (!lengthWithin(body.text, 1_024)) return 'body.text has 1 to 1024 characters';
  const titles = (type === 'button' ? action.buttons : action.sections?.[0]?.rows)?.map((each) =>
    'reply' in each ? each.reply.title : each.title,
  );
  const { most, longest } = type === 'button' ? { most: 3, longest: 20 } : { most: 10, longest: 24 };
  if (!titles || titles.length < 1 || titles.length > most) return `There are 1 to ${most} choices`;
  if (titles.some((title) => !lengthWithin(title, longest))) return `A title has 1 to ${longest} characters`;
  return type === 'list' && !lengthWithin(action.button, 20) ? 'action.button has 1 to 20 characters' : undefined;
}

interface SentTemplateMessage {
  name?: string;
  language?: { code?: string };
  components?: { type: string; sub_type?: string; index?: string; parameters: object[] }[];
}

/** Returns the code and words with which Meta refuses a template: an unknown one, or another number of values. */
function faultOfTemplate(sent: unknown, templates: readonly ListedTemplate[]): [number, string] | null {
  const { name, language, components = [] } = sent as SentTemplateMessage;
  const known = templates.find((each) => each.name === name && each.language === language?.code);
  if (known?.status !== 'APPROVED') return [132_001, 'Template name does not exist in the translation'];
  for (const { type, text = '' } of known.components) {
    const places = new Set(Array.from(text.matchAll(/\{\{\w+\}\}/g), String)).size;
    const given = components.find((each) => each.type === type.toLowerCase())?.parameters.length ?? 0;
    if (type !== 'BUTTONS' && given !== places)
      return [132_000, `number of parameters (${given}) does not match the expected number (${places})`];
  }
  const values = JSON.stringify(components);
  return /\\n|\\t| {5}/.test(values) ? [132_018, 'Parameters have no new lines, tabs or 5 spaces in a row'] : null;
}

const lengthWithin = (text: unknown, most: number): boolean =>
  typeof text === 'string' && text.length >= 1 && text.length <= most;
