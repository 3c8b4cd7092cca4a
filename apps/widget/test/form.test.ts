// @vitest-environment happy-dom
import type { ShownForm } from '@parley/contracts/forms/forms';
import { answerLine } from '@parley/contracts/forms/answers';
import { formTexts } from '@parley/contracts/i18n/catalogues/forms';
import { expect, it, vi } from 'vitest';
import { type FormOptions, startForm } from '../src/parts/form.ts';

const t = formTexts('en');
const form: ShownForm = {
  id: '1',
  title: 'About you',
  fields: [
    { id: 'name', kind: 'text', label: 'Your name', isRequired: true },
    {
      id: 'topic',
      kind: 'choice',
      label: 'Topic',
      isRequired: true,
      options: [
        { id: 'order', label: 'An order' },
        { id: 'other', label: 'Something else' },
      ],
    },
    { id: 'order', kind: 'number', label: 'Order', isRequired: true, showIf: { field: 'topic', is: ['order'] } },
    { id: 'ok', kind: 'consent', label: 'I agree', isRequired: true, url: 'https://example.com/privacy' },
  ],
};

function open() {
  const root = document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'open' });
  const place = document.createElement('div');
  const send = vi.fn<FormOptions['send']>();
  const onDrawn = vi.fn<FormOptions['onDrawn']>();
  startForm(place, { root, host: '', form, t, talk: {}, send, onDrawn });
  const styles = root.adoptedStyleSheets.length;
  root.append(place);
  const next = async () => {
    place.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true }));
    await new Promise((resolve) => setTimeout(resolve));
  };
  const types = async (text: string) => {
    const input = place.querySelector('input');
    if (input) input.value = text;
    await next();
  };
  const chooses = async (value: string) => {
    for (const input of place.querySelectorAll('input')) input.checked = input.value === value;
    await next();
  };
  const said = () => place.querySelector('[role=alert]')?.textContent;
  return { place, styles, onDrawn, send, next, types, chooses, said };
}

it('asks one question at a time, and only those that the answers lead to', async () => {
  const { place, send, types, chooses } = open();
  expect(place.textContent).toContain('Question 1 of 3');
  await types('Grace');
  expect(place.textContent).toContain('Topic');
  await chooses('order');
  expect(place.textContent).toContain('Question 3 of 4');
  await types('47,5');
  await chooses('true');
  expect(send).toHaveBeenCalledWith(
    [
      { field: 'name', value: 'Grace' },
      { field: 'topic', value: 'order' },
      { field: 'order', value: 47.5 },
      { field: 'ok', value: true },
    ],
    'Your name: Grace\nTopic: An order\nOrder: 47.5\nI agree: Yes',
  );
});

it('announces what is wrong, and stays with the question', async () => {
  const { place, next, said, types, chooses } = open();
  await next();
  expect(said()).toBe(t('required'));
  expect(place.querySelector('input')?.getAttribute('aria-invalid')).toBe('true');
  await types('Grace');
  await chooses('other');
  await chooses('none');
  expect(said()).toBe(t('consent'));
});

it('goes back with the answers that were given', async () => {
  const { place, types } = open();
  await types('Grace');
  place.querySelector<HTMLElement>('[type=button]')?.click();
  expect(place.querySelector('input')?.value).toBe('Grace');
});

it('has its look although it is drawn before it is put into the chat, and tells after each question', async () => {
  const { styles, onDrawn, types } = open();
  expect(styles).toBe(1);
  expect(onDrawn).toHaveBeenCalledTimes(1);
  await types('Grace');
  expect(onDrawn).toHaveBeenCalledTimes(2);
});

it('puts no colon behind a question mark', () => {
  expect(answerLine('What’s your name?', 'Grace')).toBe('What’s your name? Grace');
  expect(answerLine('ما اسمك؟', 'Grace')).toBe('ما اسمك؟ Grace');
  expect(answerLine('Your name', 'Grace')).toBe('Your name: Grace');
});
