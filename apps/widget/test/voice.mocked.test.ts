// @vitest-environment happy-dom
import type { Recording, startRecording } from '@parley/client/recording';
import { beforeEach, expect, it, type Mock, vi } from 'vitest';
import { toggleVoice } from '../src/parts/voice.ts';

type Options = Parameters<typeof startRecording>[0];

const { begin } = vi.hoisted(() => ({ begin: vi.fn<(options: Options) => Promise<Recording>>() }));
vi.mock('@parley/client/recording', () => ({ startRecording: begin }));

let options: Options;
let recording: { stop: Mock<Recording['stop']>; cancel: Mock<Recording['cancel']> };
const add = vi.fn<(files: readonly File[]) => void>();

beforeEach(() => {
  add.mockReset();
  recording = {
    stop: vi.fn<Recording['stop']>(async () => new File(['sound'], `${options.name}.m4a`, { type: 'audio/mp4' })),
    cancel: vi.fn<Recording['cancel']>(),
  };
  begin.mockReset().mockImplementation(async (given) => {
    options = given;
    return recording;
  });
});

function chat() {
  const host = document.body.appendChild(document.createElement('div'));
  const root = host.attachShadow({ mode: 'open' });
  const form = root.appendChild(document.createElement('footer')).appendChild(document.createElement('form'));
  const field = form.appendChild(document.createElement('textarea'));
  const toggle = () => toggleVoice(root, field, 'en', add);
  const box = () => root.querySelector<HTMLElement>('.voice');
  const press = (name: string) =>
    [...root.querySelectorAll<HTMLElement>('.voice button')].find(({ textContent }) => textContent === name)?.click();
  return { root, toggle, box, press };
}

it('a recording goes with the next message once it is finished, by its button or the one that began it', async () => {
  const { toggle, box, press } = chat();
  await toggle();
  expect(box()?.textContent).toContain('Recording');
  press('Finish');
  await expect.poll(() => add.mock.calls.length).toBe(1);
  expect(add.mock.calls[0]?.[0][0]?.name).toMatch(/^Voice message [-\d]+ [.\d]+\.m4a$/);
  expect(box()).toBe(null);
  await toggle();
  await toggle();
  await expect.poll(() => add.mock.calls.length).toBe(2);
  expect(begin).toHaveBeenCalledTimes(2);
});

it('a recording that is discarded, by its button or Escape, leaves nothing, and Escape not the chat', async () => {
  const { root, toggle, box, press } = chat();
  await toggle();
  press('Discard');
  expect([recording.cancel.mock.calls.length, box()]).toEqual([1, null]);
  await toggle();
  const left = vi.fn<() => void>();
  root.addEventListener('keydown', left);
  box()?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  expect([recording.cancel.mock.calls.length, box(), left.mock.calls.length]).toEqual([2, null, 0]);
  expect(add).not.toHaveBeenCalled();
});

it('a refused microphone and a missing one are explained, and the next press asks again', async () => {
  const { root, toggle } = chat();
  begin.mockRejectedValueOnce(new DOMException('', 'NotAllowedError'));
  await toggle();
  expect(root.querySelector('[role=alert]')?.textContent).toContain('blocks the microphone');
  begin.mockRejectedValueOnce(new DOMException('', 'NotFoundError'));
  await toggle();
  expect([...root.querySelectorAll('[role=alert]')].map(({ textContent }) => textContent)).toEqual([
    'No microphone was found.',
  ]);
  await toggle();
  expect(root.querySelector('[role=alert]')).toBe(null);
  options.onFull();
  await expect.poll(() => add.mock.calls.length).toBe(1);
});

it('nothing is recorded while the chat can’t be seen', async () => {
  const { toggle, box } = chat();
  await toggle();
  vi.spyOn(HTMLElement.prototype, 'getClientRects').mockReturnValue([] as unknown as DOMRectList);
  options.onLevel(1, 0);
  vi.restoreAllMocks();
  expect([recording.cancel.mock.calls.length, box()]).toEqual([1, null]);
});
