import { assert, emailAddress, property } from 'fast-check';
import { expect, it } from 'vitest';
import { isReachableEmail } from '../src/text/email-address.ts';

it.each(['grace@example.com', 'g.hopper+chat@mail.example.co.uk', 'kundin@xn--bcher-kva.example', "o'neil@web.de"])(
  '%s can be left',
  (address) => expect(isReachableEmail(address)).toBe(true),
);

it.each([
  'kundin',
  'kundin@web',
  'kundin@localhost',
  'kundin@shop.LOCALHOST',
  'kundin@nas.local',
  'kundin@nowhere.invalid',
  'kundin@127.0.0.1',
  'kundin@web..de',
  'kundin@-web.de',
  'kundin.@web.de',
  'kundin @web.de',
  'kundin@web.de ',
  'kundin@web.de\n',
  'kundin@bücher.de',
  `${'k'.repeat(250)}@web.de`,
])('“%s” leads nowhere', (address) => expect(isReachableEmail(address)).toBe(false));

it('takes every ordinary address', () => {
  const isTaken = property(emailAddress(), (address) => {
    expect([address, isReachableEmail(address)]).toEqual([address, true]);
  });
  assert(isTaken);
});
