/** The people on the emails of a conversation. */
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { readAddresses } from '../src/features/thread/recipients/read-addresses.ts';
import { conversation } from './conversation.ts';
import { layOut } from './screen.tsx';
import { id, mine, openThread } from './thread.tsx';

beforeEach(layOut);

const bea = { address: 'bea@example.com', name: 'Bea', kind: 'cc' as const };
const patch = `PATCH /api/conversations/${id}`;
const line = () => screen.findByRole('region', { name: 'Email recipients' });

it('names the customer and everyone who gets copies, and removes one of them', async () => {
  const changed = { ...conversation(id, mine), activityNo: 4 };
  const { user, calls } = await openThread(
    { [patch]: changed },
    { participants: [bea], customerEmail: 'anna@example.com' },
  );
  const shown = within(await line());
  expect(shown.getByText('Bea')).toBeDefined();
  await user.click(shown.getByRole('button', { name: 'Remove Bea from the emails' }));
  await waitFor(() =>
    expect(calls.find(({ name }) => name === patch)?.body).toEqual({ participants: [], expectedParticipants: [bea] }),
  );
  await screen.findByText('Bea no longer gets the emails');
});

it('adds people as addresses are copied from emails, and refuses what is no address', async () => {
  const changed = { ...conversation(id, { ...mine, participants: [bea] }), activityNo: 4 };
  const { user, calls } = await openThread(
    { [patch]: changed },
    { participants: [bea], customerEmail: 'anna@example.com' },
  );
  await user.click(within(await line()).getByRole('button', { name: 'Add people' }));
  const dialog = within(await screen.findByRole('dialog'));
  const field = dialog.getByRole('textbox', { name: /Email addresses/ });
  await user.type(field, 'nobody');
  await user.click(dialog.getByRole('button', { name: 'Add people' }));
  await dialog.findByText('nobody isn’t an email address.');
  await user.clear(field);
  await user.type(field, '"Cole" <Ben@Example.com>; dee@example.com');
  await user.click(dialog.getByRole('button', { name: 'Add people' }));
  await waitFor(() =>
    expect(calls.find(({ name }) => name === patch)?.body).toEqual({
      participants: [
        bea,
        { name: 'Cole', address: 'ben@example.com', kind: 'cc' },
        { name: null, address: 'dee@example.com', kind: 'cc' },
      ],
      expectedParticipants: [bea],
    }),
  );
});

it('a list of addresses is read with names or without, separated by commas, semicolons or lines', () => {
  expect(readAddresses('a@x.example, "B" <b@x.example>;\n c@x.example ,')).toEqual([
    { name: null, address: 'a@x.example' },
    { name: 'B', address: 'b@x.example' },
    { name: null, address: 'c@x.example' },
  ]);
});
