// @vitest-environment happy-dom
import { onlyReason } from '@parley/contracts/assistant/hand-off';
import { localize } from '@parley/contracts/i18n/server-texts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CallError, callErrorFrom, faultOf, wordsOf } from '../src/api/call-error.ts';
import { addressOf } from '../src/api/address.ts';
import { keyOf } from '../src/api/read.ts';
import { keyName } from '../src/commands/keyboard.ts';
import { describeBrowser } from '../src/ui/browser.ts';
import { hostnameOf } from '../src/features/websites/domain.ts';
import { handOffWords } from '../src/live/hand-off-words.ts';
import { initialsOf } from '../src/ui/person.ts';
import {
  measuredTime,
  relativeTime,
  shortDuration,
  shortTime,
  targetTime,
  waitingFor,
  waitingUrgency,
} from '../src/ui/times.ts';
import { showLanguage } from '../src/i18n/language.ts';
import { t } from '../src/i18n/server-text.ts';
import { getConversation, listConversations } from '@parley/contracts/routes/conversations';
import { currentUser } from '@parley/contracts/routes/auth';

vi.mock('../src/i18n/de.ts', () => ({
  default: {
    serverTexts: {
      no_model: 'Kein Modell.',
      switched_off: '{name} ist aus.',
      characters_at_most: 'Höchstens {count} Zeichen.',
      asked_for_person: '{who} bittet um einen Menschen.',
      hand_off_asked: 'Frage: {text}',
    },
    problems: {
      forbidden: 'Das darfst du nicht.',
      rate_limited: { one: 'In {count} Sekunde wieder.', other: 'In {count} Sekunden wieder.' },
    },
  },
}));

describe('a refused call', () => {
  it('is an error of status, colon and detail', async () => {
    const problem = { title: 'Conflict', status: 409, detail: 'That email is taken.', code: 'conflict' };
    const error = await callErrorFrom(new Response(JSON.stringify(problem), { status: 409 }));
    expect(error.message).toBe('409: That email is taken.');
    expect(error.code).toBe('conflict');
    expect(wordsOf(error)).toBe('That email is taken.');
  });

  it('says the body’s text when that is no problem document, the status text when there is none', async () => {
    expect((await callErrorFrom(new Response('nope', { status: 500 }))).message).toBe('500: nope');
    const empty = new Response('', { status: 502, statusText: 'Bad Gateway' });
    expect((await callErrorFrom(empty)).message).toBe('502: Bad Gateway');
  });

  it('tells the refused fields too', () => {
    const error = new CallError(422, 'The colour is wrong.', {
      fields: [{ path: 'primaryColor', message: 'Use #rrggbb.' }],
    });
    expect(wordsOf(error)).toBe('The colour is wrong. Use #rrggbb.');
  });
});

describe('explanations in another language', () => {
  afterEach(() => showLanguage('en'));

  it('explains what is wrong with a field beside it and in a toast, and in English what has no code', async () => {
    await showLanguage('de');
    const localized = { code: 'characters_at_most', values: { count: 40 } };
    const message = 'May have at most 40 characters.';
    const problem = {
      detail: `shortcut: ${message}`,
      code: 'invalid',
      errors: [
        { path: 'shortcut', message, localized },
        { path: 'variants.0.text', message: 'Of an older server.' },
      ],
    };
    const error = await callErrorFrom(new Response(JSON.stringify(problem), { status: 422 }));
    expect(faultOf(error, 'shortcut')).toBe('Höchstens 40 Zeichen.');
    expect(faultOf(error, 'text')).toBe('Of an older server.');
    expect(wordsOf(error)).toBe('shortcut: Höchstens 40 Zeichen. Of an older server.');
  });

  it('explains why a conversation was handed off, and the model’s own words as they are', async () => {
    await showLanguage('de');
    const asked = { asked: 'Where is it?', facts: [], tried: [] };
    expect(handOffWords({ ...asked, reason: localize('asked_for_person', { who: 'Ada' }) })).toBe(
      'Ada bittet um einen Menschen.\nFrage: Where is it?',
    );
    expect(handOffWords(onlyReason('The customer is upset'))).toBe('The customer is upset');
  });
});

it('says of a call that was never answered that it took too long', () => {
  expect(wordsOf(new DOMException('signal timed out', 'TimeoutError'))).toBe(
    'The server didn’t respond in time. Check your connection and try again.',
  );
});

describe('a read', () => {
  it('has the segments of its path as key', () => {
    expect(keyOf(currentUser)).toEqual(['/api/user']);
    expect(keyOf(getConversation, { params: { id: 'x' } })).toEqual(['/api/conversations', 'x']);
    expect(keyOf(getConversation, { params: { id: 'x' } }).join('/')).toBe(
      addressOf(getConversation, { params: { id: 'x' } }),
    );
  });

  it('escapes what is put into its address', () => {
    expect(addressOf(getConversation, { params: { id: 'a/b?c' } })).toBe('/api/conversations/a%2Fb%3Fc');
    expect(addressOf(listConversations, { query: { q: 'a&b', limit: 5, cursor: undefined } })).toBe(
      '/api/conversations?q=a%26b&limit=5',
    );
  });
});

it.each([
  ['Ada Byron King', 'AK'],
  ['ada', 'A'],
  ['  ', 'U'],
  [null, 'U'],
  ['👩🏽‍💻 Coder', '👩🏽‍💻C'],
  ['李 小龙', '李小'],
])('the initials of %s are %s', (name, initials) => expect(initialsOf(name)).toBe(initials));

it.each([
  ['shop.example.com', 'shop.example.com'],
  ['https://Shop.Example.com:8080/path?x#y', 'shop.example.com'],
  ['münchen.example', 'xn--mnchen-3ya.example'],
  ['example.com.', 'example.com'],
  ['http://', ''],
  ['not a domain', ''],
])('the hostname in %s is %s', (typed, hostname) => expect(hostnameOf(typed)).toBe(hostname));

it('tells times briefly', () => {
  const now = Date.parse('2026-03-04T12:00:00Z');
  const before = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
  expect([0, 5, 150].map((minutes) => shortTime(before(minutes), now))).toEqual(['now', '5m', '2h']);
  expect([0, 1, 150, 3000].map((minutes) => relativeTime(before(minutes), now))).toEqual([
    'just now',
    '1 minute ago',
    '2 hours ago',
    '2 days ago',
  ]);
  expect([0, 7, 125, 4500].map((minutes) => waitingFor(before(minutes), now))).toEqual(['<1m', '7m', '2h 05m', '3d']);
  expect([42, 72, 5400].map(shortDuration)).toEqual(['42s', '1.2m', '1.5h']);
});

it.each([
  [14.99, 'none'],
  [15, 'long'],
  [59.99, 'long'],
  [60, 'too-long'],
])('a customer who has been waiting for %d minutes waits: %s', (minutes, urgency) => {
  const now = Date.parse('2026-03-04T12:00:00Z');
  expect(waitingUrgency(new Date(now - minutes * 60_000).toISOString(), now)).toBe(urgency);
});

it('names keys as commands do', () => {
  const key = { metaKey: false, ctrlKey: false, altKey: false, code: '' };
  expect(keyName({ ...key, key: '?' })).toBe('?');
  expect(keyName({ ...key, key: 'K', ctrlKey: true })).toBe('mod+k');
  expect(keyName({ ...key, key: '¡', code: 'Digit1', altKey: true })).toBe('alt+1');
});

it.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
    'Chrome 142 on Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari 18 on iOS',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox 140 on Linux'],
])('recognises a browser', (userAgent, words) => expect(describeBrowser(userAgent)).toBe(words));

describe('texts in another language', () => {
  afterEach(() => showLanguage('en'));

  it('a text that the server gives by a code is in it, and in English where the code is unknown', async () => {
    const body = {
      status: 422,
      detail: 'Slack is turned off.',
      code: 'not_configured',
      localized: { code: 'switched_off', values: { name: 'Slack' } },
    };
    const refused = await callErrorFrom(new Response(JSON.stringify(body), { status: 422 }));
    const later = { code: 'of_a_later_release', values: {} };
    expect(wordsOf(refused)).toBe('Slack is turned off.');
    await showLanguage('de');
    expect(wordsOf(refused)).toBe('Slack ist aus.');
    expect(t(later, 'Something new.')).toBe('Something new.');
    expect(t(null, 'Text of another program')).toBe('Text of another program');
  });

  it('times are told as the language tells them', async () => {
    await showLanguage('de');
    const now = Date.parse('2026-03-04T12:00:00Z');
    const before = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
    expect(shortTime(before(5), now)).toBe('5 Min.');
    expect(relativeTime(before(180), now)).toBe('vor 3 Stunden');
    expect(shortDuration(90)).toBe('1,5 Min.');
    expect([59, 138, 11_100, 187_200].map(measuredTime)).toEqual([
      '59 Sek.',
      '2 Min. 18 Sek.',
      '3 Std. 05 Min.',
      '2 Tg. 4 Std.',
    ]);
    expect([30, 90, 240, 2880].map(targetTime)).toEqual(['30 Min.', '90 Min.', '4 Std.', '2 Tg.']);
  });

  it('a refusal is told by its code where that says enough, else as the server says it', async () => {
    const forbidden = new CallError(403, 'You may not do this.', { code: 'forbidden' });
    const limited = new CallError(429, 'Too many. Try again in 12 s.', { code: 'rate_limited', retryAfterSeconds: 12 });
    const invalid = new CallError(422, 'The colour is wrong.', { code: 'invalid' });
    expect([forbidden, limited, invalid].map(wordsOf)).toEqual([
      'You may not do this.',
      'Too many. Try again in 12 s.',
      'The colour is wrong.',
    ]);
    await showLanguage('de');
    expect([forbidden, limited, invalid].map(wordsOf)).toEqual([
      'Das darfst du nicht.',
      'In 12 Sekunden wieder.',
      'The colour is wrong.',
    ]);
  });
});
