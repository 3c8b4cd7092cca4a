// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import { draw } from '../src/parts/replies.ts';
import { emptyTalk, type Talk, type TalkMessage } from '../src/talk/talk.ts';
import texts from '../src/texts/en.ts';

const message = (seq: number, more: Partial<TalkMessage> = {}): TalkMessage => ({
  key: String(seq),
  id: `m${seq}`,
  seq,
  content: `Message ${seq}`,
  senderType: 'representative',
  senderId: 'a',
  senderName: 'Ada',
  createdAt: '2026-11-21T09:30:00.000Z',
  ...more,
});

/** The chat's places for these messages, with quotes and reactions drawn into them. */
function open(messages: TalkMessage[]) {
  const root = document.createElement('div').attachShadow({ mode: 'open' });
  document.body.append(root.host);
  for (const { id = '' } of messages) {
    const box = Object.assign(document.createElement('div'), { className: 'message', id });
    box.append(Object.assign(document.createElement('div'), { className: 'bubble' }));
    root.append(box);
  }
  const files = Object.assign(document.createElement('div'), { className: 'files' });
  const form = document.createElement('form');
  form.append(document.createElement('textarea'));
  const footer = document.createElement('footer');
  footer.append(files, form);
  root.append(footer);
  const call = vi.fn<(...given: unknown[]) => Promise<object>>(() => Promise.resolve({}));
  const send = vi.fn<Talk['send']>();
  const talk = { state: { ...emptyTalk, messages }, visitor: { call }, send, query: '' } as unknown as Talk;
  const page = { launcher: { root }, texts, locale: { language: 'en' }, setup: { organisation: 'Shop' } };
  const load = async () => ({
    ...(await import('../src/parts/emoji.ts')),
    ...(await import('../src/parts/blocks.ts')),
  });
  const again = () => draw(page as Parameters<typeof draw>[0], talk, { update: again }, load);
  again();
  const replying = () => files.previousElementSibling?.textContent;
  const press = (selector: string) => root.querySelector<HTMLElement>(selector)?.click();
  return { root, talk, call, send, press, replying };
}

it('a message of the team is quoted above the field, until its quote is removed or the next message is sent', () => {
  const { talk, send, press, replying } = open([message(1)]);
  press('#m1 [title=Reply]');
  expect(replying()).toBe('AdaMessage 1');
  press('.replying [title="Cancel reply"]');
  expect(replying()).toBe('');
  press('#m1 [title=Reply]');
  talk.send('Thanks');
  talk.send('Bye');
  expect(send.mock.calls).toEqual([
    ['Thanks', { more: { replyTo: 'm1' } }],
    ['Bye', {}],
  ]);
});

it('a quote shows its original as it is now', () => {
  const quoted = { id: 'm1', seq: 1, senderType: 'representative', senderName: 'Ada', content: 'Old' } as const;
  const replyTo = { ...quoted, isRemoved: false };
  const { root } = open([message(1, { content: 'Edited' }), message(2, { replyTo })]);
  expect(root.querySelector('#m2 .quote')?.textContent).toBe('AdaEdited');
  const gone = open([message(3, { replyTo: { ...replyTo, content: '', isRemoved: true } })]);
  expect(gone.root.querySelector('#m3 .quote')?.textContent).toBe('AdaMessage removed');
});

it('a visitor puts an emoji on a message, sees everybody’s, and takes their own back', () => {
  const { root, call, press } = open([message(1)]);
  press('#m1 [title=React]');
  const offered = [...root.querySelectorAll<HTMLElement>('#m1 .tools button')];
  offered.find(({ ariaLabel }) => ariaLabel === 'React: 👍')?.click();
  expect(call).toHaveBeenCalledWith('POST', '/api/visitor/messages/1/reactions', { emoji: '👍', isOn: true });
  const theirs = { emoji: '👍', senderType: 'representative', senderId: 'a', senderName: 'Ada' } as const;
  const own = { emoji: '👍', senderType: 'customer', senderId: 'v', senderName: null } as const;
  const both = open([message(1, { reactions: [theirs, own] })]);
  const chip = both.root.querySelector<HTMLButtonElement>('.reacted button');
  expect([chip?.textContent, chip?.ariaLabel, chip?.ariaPressed]).toEqual(['👍 2', '👍 Ada, You', 'true']);
  chip?.click();
  expect(both.call).toHaveBeenCalledWith('POST', '/api/visitor/messages/1/reactions', { emoji: '👍', isOn: false });
});

it('a removed message can be neither quoted nor reacted to', () => {
  const { root } = open([message(1, { content: '', removedAt: '2026-11-21T09:31:00.000Z' })]);
  expect(root.querySelector('#m1 button')).toBe(null);
});

it('a visitor is told in one line that a reaction was refused, until the next one', async () => {
  const { root, call, press } = open([message(1)]);
  call.mockRejectedValueOnce(new Error('too many'));
  press('#m1 [title=React]');
  press('#m1 .tools button');
  await vi.waitFor(() => expect(root.querySelector('#m1 [role=alert]')?.textContent).toMatch(/wasn’t saved/));
  press('#m1 [title=React]');
  press('#m1 .tools button');
  expect(root.querySelector('[role=alert]')).toBe(null);
});

it('an emoji goes where the cursor is, and Escape closes the emoji and leaves the chat open', async () => {
  const { root, press } = open([]);
  const field = root.querySelector('textarea') ?? document.createElement('textarea');
  field.value = 'Hi there';
  field.setSelectionRange(2, 2);
  const openEmoji = async () => {
    press('[title=Emoji]');
    return vi.waitFor(() => root.querySelector<HTMLElement>('.emojis') ?? Promise.reject(new Error('no emoji')));
  };
  [...(await openEmoji()).querySelectorAll('button')].find(({ textContent }) => textContent === '👍')?.click();
  expect([field.value, root.querySelector('.emojis')]).toEqual(['Hi👍 there', null]);
  const reached = vi.fn<() => void>();
  root.addEventListener('keydown', reached);
  (await openEmoji()).firstElementChild?.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, composed: true }),
  );
  expect([root.querySelector('.emojis'), reached.mock.calls]).toEqual([null, []]);
});
