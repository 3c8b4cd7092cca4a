// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';
import { type Facts, holds, signedAttributes } from '../src/proactive/holds.ts';
import { openVisits } from '../src/proactive/visit.ts';

const host = 'https://chat.example.com';
const facts: Facts = {
  path: '/pricing',
  referrer: 'https://news.example.org/story',
  query: '?utm_source=Newsletter',
  secondsOnPage: 31,
  scrolled: 50,
  isLeaving: false,
  visits: 3,
  language: 'de-AT',
  signed: { plan: 'Pro', seats: 12 },
  tracked: ['basket'],
  team: { isOpen: true, isOnline: true, answersFirst: 'person' },
};

beforeEach(() => localStorage.clear());

it('every condition is compared, and all have to hold', () => {
  expect(holds({}, facts)).toBe(true);
  const true1 = [
    { pages: ['/pricing', '/docs/*'] },
    { notPages: ['/docs/*'] },
    { referrer: 'NEWS.example' },
    { utm: { source: 'newsletter' } },
    { seconds: 31 },
    { scroll: 50 },
    { visitsMin: 3 },
    { languages: ['fr', 'de'] },
    {
      attributes: [
        { key: 'plan', value: 'pro' },
        { key: 'seats', value: '12' },
      ],
    },
    { event: 'basket' },
    { hours: 'within' as const },
    { answers: 'person' as const },
  ];
  for (const each of true1) expect([each, holds(each, facts)]).toEqual([each, true]);
  expect(holds(Object.assign({}, ...true1), facts)).toBe(true);
  const false1 = [
    { pages: ['/'] },
    { notPages: ['/pricing'] },
    { referrer: 'shop' },
    { utm: { source: 'newsletter', medium: 'mail' } },
    { seconds: 32 },
    { scroll: 51 },
    { exitIntent: true as const },
    { visitsMin: 4 },
    { languages: ['d'] },
    { attributes: [{ key: 'plan', value: 'free' }] },
    { event: 'paid' },
    { hours: 'outside' as const },
    { answers: 'assistant' as const },
  ];
  for (const each of false1) expect([each, holds(each, facts)]).toEqual([each, false]);
});

it('visits that nobody counts, and conditions that it doesn’t know, never hold', () => {
  expect(holds({ visitsMin: 1 }, { ...facts, visits: undefined })).toBe(false);
  expect(holds(JSON.parse('{"moonPhase":"full"}'), facts)).toBe(false);
});

it('signed attributes are read of a JWT, and of nothing else', () => {
  const part = (value: object) => btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_');
  const token = `${part({ alg: 'HS256' })}.${part({ attributes: { plan: 'pro' } })}.c2ln`;
  expect(signedAttributes(token)).toEqual({ plan: 'pro' });
  for (const hash of [undefined, '', 'ab12', 'a.b.c', `x.${part({})}.y`, 'null.bnVsbA.x'])
    expect(signedAttributes(hash)).toEqual({});
});

it('nothing is stored without the website’s wish until a message is dismissed', () => {
  const visits = openVisits(host, false, Date.now());
  visits.change({ isOver: true });
  expect(localStorage.length).toBe(0);
  visits.dismiss();
  expect(Object.keys(JSON.parse(localStorage.getItem(`parley:${host}/visits`) ?? ''))).toEqual(['dismissedAt']);
  const next = openVisits(host, false, Date.now());
  expect(next.mayShow(Date.now())).toBe(false);
  expect(next.mayShow(Date.now() + 15 * 86_400_000)).toBe(true);
});

it('visits are counted once each, and a visit that saw a message sees no other', () => {
  const start = Date.now();
  openVisits(host, true, start).change({ isOver: true, seenAt: start });
  const samePage = openVisits(host, true, start + 60_000);
  expect([samePage.visit.visits, samePage.mayShow(start + 60_000)]).toEqual([1, false]);
  const later = openVisits(host, true, start + 2 * 3_600_000);
  expect([later.visit.visits, later.mayShow(start + 2 * 3_600_000)]).toEqual([2, true]);
  expect(later.visit.group).toBe(samePage.visit.group);
});

it('storage that is forbidden, or holds something else, throws nothing', () => {
  localStorage.setItem(`parley:${host}/visits`, 'no JSON');
  expect(openVisits(host, true, Date.now()).visit.visits).toBe(1);
  const get = vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('forbidden');
  });
  const visits = openVisits(host, true, Date.now());
  visits.dismiss();
  expect(visits.mayShow(Date.now())).toBe(false);
  get.mockRestore();
});
