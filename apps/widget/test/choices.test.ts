// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import type { View } from '../src/chat/view.ts';
import { draw } from '../src/parts/choices.ts';

function drawn(message: { choices: string[]; question?: string }, sent: string[] = []): HTMLElement {
  const root = document.createElement('div').attachShadow({ mode: 'open' });
  const box = document.createElement('div');
  const talk = { send: (text: string) => void sent.push(text) };
  draw(root, box, { state: { messages: [message] }, talk } as unknown as View);
  return box;
}

it('a choice below a question of the assistant is sent in one tap', () => {
  const sent: string[] = [];
  const box = drawn({ choices: ['Yes', 'No'] }, sent);
  expect([...box.querySelectorAll('button')].map(({ textContent }) => textContent)).toEqual(['Yes', 'No']);
  box.querySelectorAll('button')[1]?.click();
  expect(sent).toEqual(['No']);
  expect(box.hasAttribute('data-rests')).toBe(false);
});

it('the question whether an answer helped stands above its choices, and waits until the chat rests', () => {
  const box = drawn({ choices: ['Yes', 'Still need help'], question: 'Did this answer your question?' });
  expect(box.firstElementChild?.textContent).toBe('Did this answer your question?');
  expect(box.querySelectorAll('button').length).toBe(2);
  expect(box.hasAttribute('data-rests')).toBe(true);
});
