/** Attributes in the filter, in saved views, in the bar of selected conversations and in macros. */
import type { Attribute } from '@parley/contracts/conversations/attributes';
import type { ListSort, View } from '@parley/contracts/conversations/views';
import type { Filter } from '@parley/contracts/filter/filter';
import type { ReplyAction } from '@parley/contracts/messages/canned-replies';
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import BulkBar from '../src/features/bulk/bulk-bar.tsx';
import { ActionsEditor } from '../src/domain/canned-replies/actions-editor.tsx';
import FilterPanel from '../src/features/filter/filter-panel.tsx';
import ManageViews from '../src/features/views/manage-views.tsx';
import { type Call, settingsAnswers, show, SilentLive } from './screen.tsx';

const declared = (draft: Pick<Attribute, 'key' | 'subject' | 'type' | 'name'>, choices: string[] = []): Attribute => ({
  id: draft.key,
  choices,
  requiredToClose: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  ...draft,
});
const attributes = [
  declared({ key: 'plan', subject: 'contact', type: 'choice', name: 'Plan' }, ['Free', 'Pro']),
  declared({ key: 'seats', subject: 'contact', type: 'number', name: 'Seats' }),
  declared({ key: 'order_no', subject: 'conversation', type: 'text', name: 'Order number' }),
  declared({ key: 'is_paid', subject: 'conversation', type: 'yes_no', name: 'Paid' }),
];
const answers = {
  ...settingsAnswers(),
  'GET /api/attributes': attributes,
  'GET /api/representatives': [],
  'GET /api/websites': [],
  'GET /api/tags': [],
  'GET /api/teams': [],
};

// The page has no popovers without a layout.
beforeEach(() => {
  if (!('showPopover' in HTMLElement.prototype))
    Object.defineProperty(HTMLElement.prototype, 'showPopover', { value: () => undefined, configurable: true });
});
afterEach(() => vi.restoreAllMocks());

const shown = vi.fn<(where: Filter | null) => void>();

function Filtered({ first = null }: { first?: Filter | null }) {
  const [where, setWhere] = useState<Filter | null>(first);
  const none = () => undefined;
  const change = (next: { where?: Filter | null; sort?: ListSort | null }) => {
    if (next.where === undefined) return;
    setWhere(next.where);
    shown(next.where);
  };
  return <FilterPanel where={where} sort={null} onChange={change} onSave={none} onClose={none} />;
}

const opensFilter = async (first: Filter | null) => {
  shown.mockReset();
  const drawn = await show(<Filtered first={first} />, answers);
  await screen.findAllByRole('option', { name: 'Plan' });
  return drawn;
};
const select = (name: string) => screen.getByRole('combobox', { name });
const open: Filter = { all: [{ field: 'status', op: 'is', value: 'active' }] };

it('a condition about a choice offers the choices of the attribute', async () => {
  const { user } = await opensFilter(open);
  await user.selectOptions(select('Field'), 'contact.plan');
  expect(
    within(select('Value'))
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Free', 'Pro']);
  await user.selectOptions(select('Value'), 'Pro');
  expect(shown).toHaveBeenLastCalledWith({ all: [{ field: 'contact.plan', op: 'is', value: 'Pro' }] });
  await user.selectOptions(select('Comparison'), 'not is');
  expect(shown).toHaveBeenLastCalledWith({ all: [{ not: { field: 'contact.plan', op: 'is', value: 'Pro' } }] });
});

it('a text has two comparisons that are negated, each of its own', async () => {
  const { user } = await opensFilter({ all: [{ field: 'conversation.order_no', op: 'contains', value: 'A' }] });
  await user.selectOptions(select('Comparison'), 'not contains');
  expect(shown).toHaveBeenLastCalledWith({
    all: [{ not: { field: 'conversation.order_no', op: 'contains', value: 'A' } }],
  });
});

it('a condition about a number is typed and applies when the field is left', async () => {
  const { user } = await opensFilter({ all: [{ field: 'contact.seats', op: 'greater_than', value: 1 }] });
  const field = screen.getByRole('spinbutton', { name: 'Value' });
  await user.clear(field);
  await user.type(field, '10');
  expect(shown).not.toHaveBeenCalled();
  await user.tab();
  expect(shown).toHaveBeenLastCalledWith({ all: [{ field: 'contact.seats', op: 'greater_than', value: 10 }] });
});

it('a condition about a value that is set or not asks for yes or no', async () => {
  const { user } = await opensFilter({ all: [{ field: 'conversation.order_no', op: 'is', value: 'A-7' }] });
  await user.selectOptions(select('Comparison'), 'known');
  await user.selectOptions(select('Value'), 'false');
  expect(shown).toHaveBeenLastCalledWith({ all: [{ field: 'conversation.order_no', op: 'known', value: false }] });
});

it('a condition about a deleted attribute names its key and can be removed', async () => {
  const { user } = await opensFilter({ all: [{ field: 'contact.gone', op: 'is', value: 'x' }] });
  expect((select('Field') as HTMLSelectElement).selectedOptions[0]?.textContent).toContain('gone');
  await user.click(screen.getByRole('button', { name: /^Remove/ }));
  expect(shown).toHaveBeenLastCalledWith(null);
});

it('a view is saved with its conditions about attributes', async () => {
  const filter: Filter = { all: [{ field: 'contact.plan', op: 'is', value: 'Pro' }] };
  const views: View[] = [];
  const { user, sent } = await show(
    <ManageViews shown={{ filter, sort: 'activity' }} views={views} onClose={() => undefined} />,
    { ...answers, 'GET /api/views': views, 'POST /api/views': ({ body }: Call) => ({ id: 'v1', ...(body as object) }) },
  );
  await user.type(await screen.findByRole('textbox', { name: /name/i }), 'On Pro{Enter}');
  await waitFor(() => expect(sent('POST /api/views')).toMatchObject([{ name: 'On Pro', filter }]));
});

const none = () => undefined;
async function opensBar() {
  const bar = (
    <SilentLive>
      <BulkBar ids={new Set(['c1', 'c2'])} list={{}} filter={null} onClear={none} onKeep={none} onUnread={none} />
    </SilentLive>
  );
  const drawn = await show(bar, { ...answers, 'POST /api/batches': { id: 'b1', total: 2 } });
  await drawn.user.click(await screen.findByRole('button', { name: 'Attribute…' }));
  return drawn;
}
const choose = async (user: Awaited<ReturnType<typeof show>>['user'], typed: string) => {
  const field = await screen.findByRole('combobox');
  await waitFor(() => expect(document.activeElement).toBe(field));
  await user.keyboard(typed);
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
  await user.keyboard('{Enter}');
};

it('selected conversations get an attribute and the value that is typed', async () => {
  const { user, sent } = await opensBar();
  await choose(user, 'order');
  await screen.findByPlaceholderText('Order number');
  await choose(user, 'A-7');
  const command = { type: 'set_attribute', key: 'order_no', value: 'A-7' };
  await waitFor(() => expect(sent('POST /api/batches')).toEqual([{ commands: [command], ids: ['c1', 'c2'] }]));
});

it('selected conversations offer attributes of their contacts and their own, and none of companies', async () => {
  await opensBar();
  await waitFor(() =>
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Plan',
      'Seats',
      'Order number',
      'Paid',
    ]),
  );
});

function Macro({ first }: { first: ReplyAction[] }) {
  const [actions, setActions] = useState(first);
  return (
    <>
      <ActionsEditor actions={actions} onChange={setActions} />
      <output>{JSON.stringify(actions)}</output>
    </>
  );
}
const actions = () => JSON.parse(document.querySelector('output')?.textContent ?? '') as ReplyAction[];

it('a macro sets an attribute, and clears it where no value is given', async () => {
  const { user } = await show(<Macro first={[]} />, answers);
  await screen.findByRole('option', { name: 'Set attribute' });
  await user.selectOptions(select('Add an action'), 'attribute');
  await user.selectOptions(select('Attribute'), 'order_no');
  expect(actions()).toEqual([{ type: 'attribute', key: 'order_no', value: null }]);
  await user.type(screen.getByRole('textbox', { name: /Order number/ }), 'A-7');
  expect(actions()).toEqual([{ type: 'attribute', key: 'order_no', value: 'A-7' }]);
  await user.selectOptions(select('Attribute'), 'is_paid');
  await user.selectOptions(screen.getByRole('combobox', { name: /Paid/ }), 'true');
  expect(actions()).toEqual([{ type: 'attribute', key: 'is_paid', value: true }]);
});

it('a macro with a deleted attribute shows that, and another can be chosen', async () => {
  const { user } = await show(<Macro first={[{ type: 'attribute', key: 'gone', value: 'x' }]} />, answers);
  await screen.findByRole('option', { name: 'Order number' });
  expect((select('Attribute') as HTMLSelectElement).value).toBe('gone');
  await user.selectOptions(select('Attribute'), 'order_no');
  expect(actions()).toEqual([{ type: 'attribute', key: 'order_no', value: null }]);
});
