/** @jsxImportSource preact */
// @vitest-environment happy-dom
import { render } from 'preact';
import { expect, it } from 'vitest';
import { linked } from '../src/chat/links.tsx';

function linksIn(content: string): [text: string | null, href: string | null][] {
  const box = document.createElement('div');
  render(<p>{linked(content)}</p>, box);
  expect(box.textContent).toBe(content);
  return [...box.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')]);
}

it.each([
  ['Look at https://a.example/x?y=1&z=2#k.', 'https://a.example/x?y=1&z=2#k', 'https://a.example/x?y=1&z=2#k'],
  ['(see http://a.example/a_(b))', 'http://a.example/a_(b)', 'http://a.example/a_(b)'],
  ['www.a.example, please', 'www.a.example', 'https://www.a.example'],
  ['Write to me+x@a.example!', 'me+x@a.example', 'mailto:me+x@a.example'],
  ['https://例え.jp/パス。', 'https://例え.jp/パス', 'https://例え.jp/パス'],
])('finds the address in “%s”', (content, text, href) => {
  expect(linksIn(content)).toEqual([[text, href]]);
});

it.each([
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '<a href="x">no</a>',
  'just 3.5 and e.g. this',
  '@mention',
])('leaves “%s” as text', (content) => {
  expect(linksIn(content)).toEqual([]);
});
