// @vitest-environment happy-dom
import { defaultSettings } from '@parley/contracts/settings/settings';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { mountPreview, type Preview } from '../src/preview.ts';

const sentence = 'Thank you for your message! A representative will be with you shortly.';
let box: HTMLElement;
let preview: Preview;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  box = document.body.appendChild(document.createElement('div'));
  preview = mountPreview(box, { config: defaultSettings.widgetConfig });
});
afterEach(() => {
  preview.destroy();
  box.remove();
  vi.useRealTimers();
});

const inside = <E extends Element>(selector: string): E => {
  const found = box.firstElementChild?.shadowRoot?.querySelector<E>(selector);
  if (!found) throw new Error(`no ${selector}`);
  return found;
};
const text = () => inside('.box').textContent ?? '';
const drawn = () => new Promise<void>((resolve) => queueMicrotask(resolve));

it('is closed by default, opens on click and closes again', () => {
  expect(inside<HTMLDialogElement>('.panel').open).toBe(false);
  inside<HTMLElement>('.launcher').click();
  expect(inside<HTMLDialogElement>('.panel').open).toBe(true);
  expect(text()).toContain(defaultSettings.widgetConfig.welcomeMessage);
  inside<HTMLElement>('.launcher').click();
  expect(inside<HTMLDialogElement>('.panel').open).toBe(false);
});

it('answers a message after one second with the sentence of docs/product.md', async () => {
  inside<HTMLElement>('.launcher').click();
  inside<HTMLTextAreaElement>('textarea').value = 'Hello';
  inside<HTMLFormElement>('form').requestSubmit();
  await drawn();
  expect(text()).toContain('Hello');
  vi.advanceTimersByTime(999);
  await drawn();
  expect(text()).not.toContain(sentence);
  vi.advanceTimersByTime(1);
  await drawn();
  expect(text()).toContain(sentence);
});

it('sends nothing that is only blank', async () => {
  inside<HTMLElement>('.launcher').click();
  inside<HTMLTextAreaElement>('textarea').value = ' \n ';
  inside<HTMLFormElement>('form').requestSubmit();
  await drawn();
  vi.advanceTimersByTime(2_000);
  await drawn();
  expect(text()).not.toContain(sentence);
});

it('shows another configuration at once and keeps what was said', async () => {
  inside<HTMLElement>('.launcher').click();
  inside<HTMLTextAreaElement>('textarea').value = 'Hello';
  inside<HTMLFormElement>('form').requestSubmit();
  preview.update({
    ...defaultSettings.widgetConfig,
    position: 'top-right',
    primaryColor: '#ffd60a',
    welcomeMessage: 'Moin!',
  });
  await drawn();
  const host = box.firstElementChild as HTMLElement;
  expect(host.dataset['at']).toBe('top-right');
  expect(host.style.getPropertyValue('--on-primary')).toBe('#000');
  expect(text()).toContain('Moin!');
  expect(text()).toContain('Hello');
});

it('leaves nothing behind', () => {
  preview.destroy();
  expect(box.childElementCount).toBe(0);
});
