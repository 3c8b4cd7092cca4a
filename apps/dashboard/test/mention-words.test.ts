import { describe, expect, it } from 'vitest';
import { candidates, mentionAt, mentionsIn, stretches } from '../src/domain/users/mention-words.ts';

const ada = { id: 'ada', name: 'Ada Byron' };
const adam = { id: 'adam', name: 'Ada' };
const ben = { id: 'ben', name: 'Ben Cole' };
const team = [ada, adam, ben];

describe('users mentioned in a note', () => {
  it.each([
    ['@Ben Cole please look', ['ben'], false],
    ['Please look, @ben cole.', ['ben'], false],
    ['@Ada Byron and @Ada', ['ada', 'adam'], false],
    ['@Ada Byron', ['ada'], false],
    ['@Adamant is no colleague', [], false],
    ['write to ben@Ben Cole', [], false],
    ['@here, and @Ben Cole', ['ben'], true],
    ['@hereby I say', [], false],
    ['nobody @ all', [], false],
  ])('finds the mentions in %s', (text, mentions, mentionsOnline) => {
    expect(mentionsIn(text, team)).toEqual({ mentions, mentionsOnline });
  });

  it('is cut out of the text, and nothing of it is lost', () => {
    const text = 'Ask @Ben Cole, or @here.';
    const cut = stretches(text, team);
    expect(cut.filter(({ isMention }) => isMention).map((stretch) => stretch.text)).toEqual(['@Ben Cole', '@here']);
    expect(cut.map((stretch) => stretch.text).join('')).toBe(text);
  });
});

describe('teams mentioned in a note', () => {
  const shop = { id: 'shop', name: 'Shop', isTeam: true as const };

  it('are named apart from users, and offered behind them', () => {
    expect(mentionsIn('@Shop and @Ben Cole', [...team, shop])).toEqual({
      mentions: ['ben'],
      mentionsTeams: ['shop'],
      mentionsOnline: false,
    });
    expect(candidates([...team, shop], 's').map(({ id }) => id)).toEqual(['shop']);
  });
});

describe('suggestions while typing', () => {
  it.each([
    ['@b', 2, { start: 0, text: 'b' }],
    ['Ask @Ada By', 11, { start: 4, text: 'Ada By' }],
    ['mail@b', 6, null],
    ['@ b', 3, null],
    ['@Ada\nb', 6, null],
    ['none', 4, null],
  ])('offers suggestions for %j', (text, caret, query) => {
    expect(mentionAt(text, caret)).toEqual(query);
  });

  it('are those with a name that begins so', () => {
    expect(candidates(team, 'co').map(({ id }) => id)).toEqual(['ben']);
    expect(candidates(team, 'ada').map(({ id }) => id)).toEqual(['ada', 'adam']);
    expect(candidates(team, 'h').map(({ id }) => id)).toEqual(['here']);
  });
});
