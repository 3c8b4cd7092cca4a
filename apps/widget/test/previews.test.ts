// @vitest-environment happy-dom
import type { LinkPreview } from '@parley/contracts/visitors/link-preview';
import { expect, it, vi } from 'vitest';
import { draw } from '../src/parts/previews.ts';
import type { Talk } from '../src/talk/talk.ts';

const found: LinkPreview = {
  url: 'https://shop.example.com/grinders',
  host: 'shop.example.com',
  title: '<b>Grinders</b>',
  description: null,
};

function chat(message: object) {
  const root = document.createElement('div').attachShadow({ mode: 'open' });
  const box = document.createElement('div');
  box.id = 'one';
  box.append(Object.assign(document.createElement('div'), { className: 'bubble' }));
  root.append(box);
  const call = vi.fn<(method: string, path: string) => Promise<LinkPreview>>(async () => found);
  const shown = { id: 'one', seq: 3, senderType: 'representative', ...message };
  const talk = { state: { messages: [shown] }, query: '', visitor: { call } } as unknown as Talk;
  return { call, box, shown, draw: () => draw({ launcher: { root } as never }, talk) };
}

it('shows what a link of the team leads to as text, asked for once however often it is drawn', async () => {
  const { box, call, draw: again } = chat({ content: 'Look at https://shop.example.com/grinders' });
  again();
  again();
  await vi.waitFor(() => expect(box.querySelector('.preview')).not.toBeNull());
  expect(box.querySelectorAll('.preview')).toHaveLength(1);
  expect(box.querySelector('.preview b')?.textContent).toBe('<b>Grinders</b>');
  expect(call.mock.calls).toEqual([['GET', '/api/visitor/messages/3/link-preview']]);
});

it('goes with a message that is removed', async () => {
  const { box, shown, draw: again } = chat({ content: 'Look at https://shop.example.com/grinders' });
  again();
  await vi.waitFor(() => expect(box.querySelector('.preview')).not.toBeNull());
  Object.assign(shown, { removedAt: '2026-11-30T12:00:00.000Z' });
  again();
  expect(box.querySelector('.preview')).toBeNull();
});

it.each([{ content: 'Write to ada@example.com' }, { content: 'https://shop.example.com/', senderType: 'customer' }])(
  'asks nothing for %o',
  (message) => {
    const { call, draw: again } = chat(message);
    again();
    expect(call).not.toHaveBeenCalled();
  },
);
