// @vitest-environment happy-dom
import { translator } from '@parley/contracts/i18n/messages';
import { isReachableEmail } from '@parley/contracts/text/email-address';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { drawEmailAsk, type EmailAsk } from '../src/parts/email.ts';
import de from '../src/texts/de.ts';
import en, { type ChatMessages } from '../src/texts/en.ts';

const english = translator<ChatMessages>(en, 'en');
const german = translator<ChatMessages>(de, 'de');
let box: HTMLElement;
let draw: (ask: EmailAsk) => void;
beforeEach(() => {
  box = document.body.appendChild(document.createElement('div'));
  draw = drawEmailAsk(box);
});
afterEach(() => box.remove());

const ask = (given: Partial<EmailAsk> = {}): EmailAsk => ({
  t: english,
  email: null,
  saved: `We’ll also reply to ${given.email}.`,
  save: () => Promise.resolve(true),
  ...given,
});
const field = () => box.querySelector('input');
const wrong = () => box.querySelector('[role=alert]')?.textContent;
function type(text: string): void {
  const input = field();
  if (!input) throw new Error('no field');
  input.value = text;
  input.dispatchEvent(new Event('input'));
}
const submit = () => box.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true }));

it.each([
  'kundin@web',
  'kundin',
  '@web.de',
  'a b@web.de',
  'kundin@localhost',
  'kundin@shop.localhost',
  'kundin@web.de.',
  '',
])('says in the visitor’s language what is wrong with “%s”, and asks nobody else', async (address) => {
  const save = vi.fn<EmailAsk['save']>(() => Promise.resolve(true));
  draw(ask({ t: german, save }));
  type(address);
  submit();
  await vi.waitFor(() => expect(wrong()).toBe(de.emailInvalid), 40_000);
  expect(save).not.toHaveBeenCalled();
  expect(field()?.ariaInvalid).toBe('true');
  expect(box.querySelector(`#${field()?.getAttribute('aria-describedby')}`)?.textContent).toBe(de.emailInvalid);
  type('kundin@web.de');
  expect(wrong()).toBe('');
});

it('says the same of an address that the server refuses, and keeps it to be mended', async () => {
  draw(ask({ save: () => Promise.resolve(false) }));
  type('kundin@web.de');
  submit();
  await vi.waitFor(() => expect(wrong()).toBe(en.emailInvalid), 40_000);
  expect(field()?.value).toBe('kundin@web.de');
});

it('shows the address that was given, and lets it be changed', async () => {
  const save = vi.fn<EmailAsk['save']>((email) => {
    draw(ask({ email, save }));
    return Promise.resolve(true);
  });
  draw(ask({ save }));
  type('kundin@web.de');
  submit();
  await vi.waitFor(() => expect(box.textContent).toContain('We’ll also reply to kundin@web.de.'), 40_000);
  box.querySelector<HTMLButtonElement>('button.link')?.click();
  expect(field()?.value).toBe('kundin@web.de');
  type('kundin@posteo.de');
  submit();
  await vi.waitFor(() => expect(box.textContent).toContain('We’ll also reply to kundin@posteo.de.'), 40_000);
  expect(save.mock.calls).toEqual([['kundin@web.de'], ['kundin@posteo.de']]);
});

it('keeps what is being typed when the language changes', () => {
  draw(ask());
  type('kundin@');
  draw(ask({ t: german }));
  expect(field()?.value).toBe('kundin@');
  expect(box.textContent).toContain(de.saveEmail);
});

it('judges a hostile address at once', () => {
  // The best of some tries: a busy machine is no slow judge.
  const took = Array.from({ length: 3 }, () => {
    const start = performance.now();
    for (const hostile of ['a'.repeat(100_000), `a@${'a.'.repeat(50_000)}`, `${'a.'.repeat(120)}@${'a-'.repeat(120)}`])
      expect(isReachableEmail(hostile)).toBe(false);
    return performance.now() - start;
  });
  expect(Math.min(...took)).toBeLessThan(200);
});
