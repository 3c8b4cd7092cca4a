// @vitest-environment happy-dom
import type { VisitorConversationEntry } from '@parley/contracts/visitors/widget';
import { expect, it, vi } from 'vitest';
import { draw, listTexts } from '../src/parts/conversations.ts';
import { isMuted } from '../src/talk/memory.ts';
import { emptyTalk, type Talk } from '../src/talk/talk.ts';

const entry = (id: string, more: Partial<VisitorConversationEntry> = {}): VisitorConversationEntry => ({
  id,
  status: 'active',
  isAiAssisted: false,
  representative: null,
  lastMessage: { content: `About ${id}`, senderType: 'customer', senderName: null, createdAt: '2026-11-21T09:30:00Z' },
  unreadCount: 0,
  createdAt: '2026-11-21T09:30:00Z',
  ...more,
});

/** The chat's frame with the list drawn into it. */
function open(entries: VisitorConversationEntry[], more: { unreadElsewhere?: number } = {}) {
  const root = document.createElement('div').attachShadow({ mode: 'open' });
  document.body.append(root.host);
  const panel = Object.assign(document.createElement('dialog'), { className: 'panel' });
  panel.append(document.createElement('header'), document.createElement('footer'));
  root.append(panel);
  panel.querySelector('footer')?.append(document.createElement('textarea'));
  const call = vi.fn<(...given: unknown[]) => Promise<unknown>>((_method, path) =>
    Promise.resolve(String(path).includes('/conversations/') ? { id: String(path).split('/').at(-1) } : entries),
  );
  const send = vi.fn<Talk['send']>();
  const talk = {
    state: { ...emptyTalk, ...more },
    visitor: { call },
    send,
    conversationId: 'order' as string | null,
    show: vi.fn<(shown: { id: string } | null) => void>((shown) => {
      talk.conversationId = shown?.id ?? null;
    }),
  };
  const page = {
    host: 'https://chat.example.com',
    launcher: { root },
    locale: { language: 'en', tag: 'en' },
    setup: { organisation: 'Shop', team: { mails: true } },
    wishes: {},
  } as unknown as Parameters<typeof draw>[0];
  const chat = { update: () => undefined };
  const part = () => Promise.reject(new Error('no part'));
  draw(page, talk as unknown as Talk, chat, part, undefined, () => undefined);
  const press = (selector: string) => root.querySelector<HTMLElement>(selector)?.click();
  const rows = () => [...root.querySelectorAll<HTMLElement>('.talk-row')];
  const field = root.querySelector('textarea');
  return { root, talk, call, send, press, rows, field: field ?? document.createElement('textarea') };
}

it('the list has each conversation with its last message, what is unread, and whether it is closed', async () => {
  const { press, rows, root } = open([entry('order', { unreadCount: 2 }), entry('invoice', { status: 'closed' })]);
  press('.talks-button');
  await expect.poll(() => rows().length).toBe(2);
  expect(rows()[0]?.querySelector('.count')?.ariaLabel).toBe(`2 ${listTexts.en.unread}`);
  expect(rows()[1]?.textContent).toContain(listTexts.en.closed);
  expect(rows()[0]?.getAttribute('aria-current')).toBe('true');
  expect(root.querySelector('footer')?.inert).toBe(true);
});

it('a conversation that is chosen is shown, and each keeps what was typed in it', async () => {
  const { press, rows, talk, field } = open([entry('order'), entry('invoice')]);
  field.value = 'Half a sent';
  press('.talks-button');
  await expect.poll(() => rows().length).toBe(2);
  rows()[1]?.click();
  await expect.poll(() => talk.show.mock.calls.length).toBe(1);
  expect([talk.conversationId, field.value]).toEqual(['invoice', '']);
  press('.talks-button');
  await expect.poll(() => rows().length).toBe(2);
  rows()[0]?.click();
  await expect.poll(() => field.value).toBe('Half a sent');
});

it('messages of a new conversation go to one and the same, those of another new one to another', () => {
  const { press, talk, send } = open([]);
  talk.send('In the first');
  press('.talks-foot button');
  talk.send('One');
  talk.send('Two');
  press('.talks-foot button');
  talk.send('Three');
  const keys = send.mock.calls.map(([, enclosed]) => enclosed?.more?.clientConversationId);
  expect(keys[0]).toBeUndefined();
  expect(keys[1]).toBe(keys[2]);
  expect(keys[1]).not.toBe(keys[3]);
});

it('the list comes first where another conversation has unread messages', async () => {
  const { root, rows } = open([entry('order'), entry('invoice', { unreadCount: 1 })], { unreadElsewhere: 1 });
  await expect.poll(() => rows().length).toBe(2);
  expect(root.querySelector<HTMLElement>('.talks')?.hidden).toBe(false);
});

it('a list that cannot be had says so, and a new conversation can be started all the same', async () => {
  const { root, press, call, talk } = open([]);
  call.mockRejectedValue(new Error('away'));
  press('.talks-button');
  await expect.poll(() => root.querySelector('.talks .notice')?.textContent).toBe(listTexts.en.failed);
  press('.talks-foot button');
  expect(talk.conversationId).toBeNull();
});

it('the visitor switches off the sound of new messages, and on again', () => {
  const { root, press } = open([entry('order')]);
  press('.talks-button');
  const heard = root.querySelector<HTMLInputElement>('.talks-foot [type=checkbox]');
  expect(heard?.checked).toBe(true);
  heard?.click();
  expect(isMuted('https://chat.example.com')).toBe(true);
  heard?.click();
  expect(isMuted('https://chat.example.com')).toBe(false);
});
