import { afterEach, expect, it } from 'vitest';
import { takeEarlyRead } from '../src/api/early-reads.ts';

const address = '/api/user';
const early = (answer: Promise<Response>) => {
  window.parleyEarlyReads = { [address]: answer };
};
const again = async () => new Response('again');
afterEach(() => {
  delete window.parleyEarlyReads;
});

it('hands out an early answer once', async () => {
  early(Promise.resolve(new Response('early')));
  expect(await (await takeEarlyRead(address, again))?.text()).toBe('early');
  expect(takeEarlyRead(address, again)).toBeUndefined();
});

it('asks again for a read that got no answer in time', async () => {
  early(Promise.reject(new DOMException('No answer', 'TimeoutError')));
  expect(await (await takeEarlyRead(address, again))?.text()).toBe('again');
});

it('passes on why a read failed at once', async () => {
  early(Promise.reject(new TypeError('Failed to fetch')));
  await expect(takeEarlyRead(address, again)).rejects.toThrow('Failed to fetch');
});
