/** Closing a conversation that lacks what its team requires. */
import type { Attribute } from '@parley/contracts/conversations/attributes';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { FillIn } from '../src/features/closing/fill-in.tsx';
import { AttributeSettings } from '../src/features/attributes/attribute-settings.tsx';
import { useSetClosed } from '../src/live/conversation-actions.ts';
import { conversation } from './conversation.ts';
import { type Answers, type Call, refusal, show, SilentLive } from './screen.tsx';

const required = { teamIds: [], isYes: false, includesAutomation: false };
const attribute = (draft: Pick<Attribute, 'key' | 'type' | 'name'>, more: Partial<Attribute> = {}): Attribute => ({
  id: draft.key,
  subject: 'conversation',
  choices: [],
  requiredToClose: required,
  createdAt: '2026-01-01T00:00:00.000Z',
  ...draft,
  ...more,
});
const attributes = [
  attribute({ key: 'reason', type: 'choice', name: 'Reason' }, { choices: ['Refund', 'Question'] }),
  attribute(
    { key: 'checked', type: 'yes_no', name: 'Invoice checked' },
    { requiredToClose: { ...required, isYes: true } },
  ),
  attribute({ key: 'other', type: 'text', name: 'Something else' }),
];
const open = conversation('c1', { status: 'active' });
const missing = () =>
  refusal('attributes_missing', 'Fill in before closing: Invoice checked, Reason', [
    { path: 'attributes.checked', message: 'Must not be empty.' },
    { path: 'attributes.reason', message: 'Must not be empty.' },
  ]);
const nothing = { contactId: null, conversation: [], contact: [] };

/** A server that refuses until attributes are set. */
function answers(): Answers {
  let isFilledIn = false;
  return {
    'GET /api/attributes': attributes,
    [`PATCH /api/conversations/${open.id}/attributes`]: () => {
      isFilledIn = true;
      return nothing;
    },
    [`PATCH /api/conversations/${open.id}`]: () =>
      isFilledIn ? { ...open, status: 'closed', activityNo: 2 } : missing(),
  };
}

function Closing() {
  const setClosed = useSetClosed();
  return (
    <>
      <button type="button" onClick={() => setClosed(open, true)}>
        Close it
      </button>
      <FillIn />
    </>
  );
}
const showClosing = () =>
  show(
    <SilentLive>
      <Closing />
    </SilentLive>,
    answers(),
  );
const namesOf = (calls: readonly Call[]) => calls.map(({ name }) => name).filter((name) => !name.startsWith('GET'));

it('closing asks for what is missing, by keys alone, stores it and closes', async () => {
  const { user, calls } = await showClosing();
  await user.click(screen.getByRole('button', { name: 'Close it' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Before closing' }));
  await user.selectOptions(await dialog.findByRole('combobox', { name: 'Reason' }), 'Refund');
  expect(dialog.queryByText('Something else')).toBeNull();
  const save = dialog.getByRole('button', { name: 'Save and close' });
  expect(save.getAttribute('aria-disabled')).toBe('true');
  dialog.getByRole('checkbox', { name: 'Invoice checked' }).focus();
  await user.keyboard(' ');
  await waitFor(() => expect(save.getAttribute('aria-disabled')).not.toBe('true'));
  save.focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog') === null).toBe(true));
  await screen.findByText('Conversation closed');
  const [, stored] = calls.filter(({ name }) => !name.startsWith('GET'));
  expect(stored?.body).toEqual({
    values: [
      { key: 'reason', value: 'Refund' },
      { key: 'checked', value: true },
    ],
  });
  const change = 'PATCH /api/conversations/c1';
  expect(namesOf(calls)).toEqual([change, `${change}/attributes`, change]);
});

it('leaving the question leaves the conversation open, and says why', async () => {
  const { user, calls } = await showClosing();
  await user.click(screen.getByRole('button', { name: 'Close it' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Before closing' }));
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await screen.findByText(/Fill in before closing: Invoice checked, Reason/);
  expect(namesOf(calls)).toHaveLength(1);
});

it('an attribute is required in conversations of some teams once one is chosen', async () => {
  const team = { id: '0199a000-0000-7000-8000-0000000000f3', name: 'Billing', memberIds: [], websiteIds: [] };
  const { user, calls } = await show(<AttributeSettings />, {
    'GET /api/attributes': [attribute({ key: 'reason', type: 'text', name: 'Reason' }, { requiredToClose: null })],
    'GET /api/teams': [team],
    'PATCH /api/attributes/reason': attributes[0],
  });
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  await screen.findByRole('option', { name: 'In conversations of some teams' });
  await user.selectOptions(screen.getByRole('combobox', { name: 'Required to close' }), 'teams');
  const save = screen.getByRole('button', { name: 'Save' });
  expect(save.getAttribute('aria-disabled')).toBe('true');
  await user.click(screen.getByRole('checkbox', { name: 'Billing' }));
  await user.click(screen.getByRole('checkbox', { name: /Also for rules and the assistant/ }));
  await user.click(save);
  await waitFor(() => expect(namesOf(calls)).toEqual(['PATCH /api/attributes/reason']));
  const { body } = calls.find(({ name }) => name.startsWith('PATCH')) ?? {};
  expect(body).toMatchObject({
    requiredToClose: { teamIds: [team.id], isYes: false, includesAutomation: true },
    expected: { requiredToClose: null },
  });
});
