import { describe, expect, it } from 'vitest';
import { inboxFilter, inboxNames, teamInbox, teamOfInbox } from '../src/conversations/inboxes.ts';
import { parseFilter } from '../src/filter/filter-parse.ts';

const team = '0199a000-0000-7000-8000-00000000000a';

describe('the built-in inboxes', () => {
  it.each([...inboxNames, teamInbox(team)])('%s is a valid filter, searched or not', (inbox) => {
    const filters = [false, true].flatMap((isSearched) => inboxFilter(inbox, isSearched) ?? []);
    for (const filter of filters) expect(parseFilter(filter)).toHaveProperty('filter');
  });

  it('a search in the inbox looks through every conversation, a search in one’s own through one’s own', () => {
    expect(inboxFilter('open', true)).toBe(null);
    expect(inboxFilter('mine', true)).toEqual({ field: 'assignee', op: 'is', value: 'me' });
  });

  it('a team’s inbox names its team, and no other inbox does', () => {
    expect(teamOfInbox(teamInbox(team))).toBe(team);
    expect(teamOfInbox('open')).toBe(undefined);
  });
});
