import { expect, it } from 'vitest';
import { showsOnPage } from '../src/visitors/page-rules.ts';

const shows = (glob: string, path: string) => showsOnPage({ whitelistMode: true, allowedPages: [glob] }, path);

it.each([
  ['/pricing', '/pricing', true],
  ['/pricing', '/pricing/', true],
  ['/pricing/', '/pricing?from=menu#plans', true],
  ['/pricing', '/pricing/all', false],
  ['/pricing', '/x/pricing', false],
  ['/', '/', true],
  ['/', '/a', false],
  ['/*', '/anything/at/all', true],
  ['/*', '/', true],
  ['/docs/*', '/docs', true],
  ['/docs/*', '/docs/', true],
  ['/docs/*', '/docs/a/b', true],
  ['/docs/*', '/docsearch', false],
  ['/*/cart', '/de/cart', true],
  ['/*/cart', '/de/cart/pay', false],
  ['/a*a', '/a', false],
  ['/a*a', '/aa', true],
  ['/**/x', '/a/b/x', true],
  ['/*.html', '/page.html', true],
  ['/*.html', '/pagexhtml', false],
  ['/a+b(c)', '/a+b(c)', true],
])('the rule %s matches %s: %s', (glob, path, expected) => {
  expect(shows(glob, path)).toBe(expected);
});

it('shows everywhere without whitelist mode', () => {
  expect(showsOnPage({ whitelistMode: false, allowedPages: [] }, '/anything')).toBe(true);
});

it('a rule is decided at once, for any path', () => {
  // The best of some tries: a busy machine is no slow decision.
  const took = Array.from({ length: 3 }, () => {
    const began = performance.now();
    expect(shows('/*/*/*/*/*/*/x', `${'/'.repeat(1_999)}y`)).toBe(false);
    return performance.now() - began;
  });
  expect(Math.min(...took)).toBeLessThan(100);
});
