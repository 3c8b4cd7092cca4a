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
  root.append(files, document.createElement('textarea'));
  const call = vi.fn<(...given: unknown[]) => Promise<object>>(() => Promise.resolve({}));
  const send = vi.fn<Talk['send']>();
  const talk = { state: { ...emptyTalk, messages }, visitor: { call }, send } as unknown as Talk;
  const page = { launcher: { root }, texts, locale: { language: 'en' }, setup: { organisation: 'Shop' } };
  const again = () => draw(page as Parameters<typeof draw>[0], talk, { update: again });
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
