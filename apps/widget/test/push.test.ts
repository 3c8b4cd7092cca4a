// @vitest-environment happy-dom
/** The offer of push messages, and its way to the server. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startPush } from '../src/parts/push.ts';
import { emptyTalk, type Talk, type TalkMessage } from '../src/talk/talk.ts';

const message = (senderType: TalkMessage['senderType']) => ({ senderType }) as TalkMessage;
const requestPermission = vi.fn<() => Promise<NotificationPermission>>();
const register = vi.fn<(path: string, options: object) => Promise<object>>();
const subscription = { endpoint: 'https://push.example.com/1', keys: { p256dh: 'p', auth: 'a' } };

beforeEach(() => {
  localStorage.clear();
  const pushManager = { getSubscription: async () => null, subscribe: async () => ({ toJSON: () => subscription }) };
  register.mockReset().mockResolvedValue({ active: {}, pushManager });
  requestPermission.mockReset().mockResolvedValue('granted');
  vi.stubGlobal('PushManager', {});
  vi.stubGlobal('Notification', { permission: 'default', requestPermission });
  vi.stubGlobal('navigator', { serviceWorker: { register } });
});
afterEach(() => vi.unstubAllGlobals());

/** A chat with these messages; the offer appears above its field. */
function open(messages: TalkMessage[], pushWorker: string | undefined = '/parley-push.js') {
  const root = document.createElement('div').attachShadow({ mode: 'open' });
  root.append(Object.assign(document.createElement('div'), { className: 'files' }));
  document.body.append(root.host);
  const call = vi.fn<(...given: unknown[]) => Promise<object>>(async (method) =>
    method === 'GET' ? { publicKey: 'AQID' } : {},
  );
  const talk = { state: { ...emptyTalk, messages }, visitor: { call } } as unknown as Talk;
  const setup = { ...(pushWorker && { pushWorker }) };
  const page = { host: 'https://chat.example.com', launcher: { root }, locale: { language: 'en' }, setup };
  const draw = startPush(page as unknown as Parameters<typeof startPush>[0], talk);
  draw();
  const press = (text: string) =>
    [...root.querySelectorAll('button')].find(({ textContent }) => textContent === text)?.click();
  return { root, call, press, draw, shown: () => root.querySelector('.card')?.textContent };
}

it('appears once the team has answered, and only where the website has a worker file', () => {
  expect(open([message('customer')]).shown()).toBeUndefined();
  expect(open([message('customer'), message('ai')]).shown()).toMatch(/^Get notified here when we answer/);
  expect(open([message('representative')], '').shown()).toBeUndefined();
});

it('that is accepted registers the worker in a place of its own and gives the server its subscription', async () => {
  const { call, press, root } = open([message('representative')]);
  press('Notify me');
  await vi.waitFor(() => expect(root.textContent).toContain('You’ll be notified when we answer.'));
  expect(register).toHaveBeenCalledWith('/parley-push.js', { scope: '/parley-push/' });
  expect(call.mock.calls.at(-1)).toEqual([
    'POST',
    '/api/visitor/push-devices',
    { ...subscription, publicKey: 'AQID', language: 'en' },
  ]);
});

it('that is declined, or forbidden by the browser, is not made again', async () => {
  open([message('representative')]).press('No, thanks');
  expect(open([message('representative')]).shown()).toBeUndefined();
  localStorage.clear();
  requestPermission.mockResolvedValue('denied');
  const { press, shown, draw, call } = open([message('representative')]);
  press('Notify me');
  await vi.waitFor(() => expect(shown()).toBeUndefined());
  draw();
  expect(shown()).toBeUndefined();
  expect(call).not.toHaveBeenCalled();
});

it('that fails says so', async () => {
  register.mockRejectedValue(new Error('404'));
  const { press, root } = open([message('representative')]);
  press('Notify me');
  await vi.waitFor(() => expect(root.textContent).toContain('Notifications couldn’t be turned on.'));
});
