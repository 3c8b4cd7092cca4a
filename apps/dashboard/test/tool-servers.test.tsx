/** MCP servers and what they offer, as who sets them up sees it. */
import type { Tool, ToolServer } from '@parley/contracts/assistant/tools';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import Actions from '../src/features/tools/actions.tsx';
import { newTool } from '../src/domain/tools/definition.ts';
import { type Answers, type Call, refusal, show } from './screen.tsx';

const id = '0199a000-0000-7000-8000-00000000000a';
const at = '2026-01-01T00:00:00.000Z';
const server: ToolServer = {
  id,
  name: 'Parcels',
  url: 'https://mcp.example.com/mcp',
  headers: [{ name: 'Authorization', value: '••••••••' }],
  offers: [{ name: 'track_parcel', offer: 'new' }],
  offersAt: at,
  createdAt: at,
  updatedAt: at,
};
const tool = (name: string, more: Partial<Tool> = {}): Tool => ({
  ...newTool,
  id: `0199a000-0000-7000-8000-0000000000${name.length}0`,
  name,
  description: 'Where a parcel is',
  http: null,
  mcp: { serverId: id, tool: name, offer: 'old' },
  createdAt: at,
  updatedAt: at,
  ...more,
});
const parameters = { type: 'object', properties: { number: { type: 'string' } } } as const;
const answers = (more: Answers = {}): Answers => ({
  'GET /api/tools': [tool('track_parcel'), tool('return_parcel')],
  'GET /api/tool-hosts': ['mcp.example.com'],
  'GET /api/tool-servers': [server],
  'GET /api/deliveries': [],
  [`POST /api/tool-servers/${id}/offers`]: [
    { name: 'track_parcel', description: 'Where it is', parameters, isReadOnly: true, offer: 'new' },
  ],
  ...more,
});

it('a tool that its server has changed or removed is marked, and suspended until it is reviewed', async () => {
  const changed = tool('track_parcel');
  const { user, sent } = await show(
    <Actions />,
    answers({ [`PUT /api/tools/${changed.id}`]: ({ body }: Call) => ({ ...changed, ...(body as object) }) }),
  );
  const item = (await screen.findByRole('button', { name: 'Edit track_parcel' })).closest('li');
  within(item as HTMLElement).getByText('Changed on its server');
  const gone = screen.getByRole('button', { name: 'Edit return_parcel' }).closest('li');
  within(gone as HTMLElement).getByText('Removed from its server');
  await user.click(screen.getByRole('button', { name: 'Edit track_parcel' }));
  const form = within(await screen.findByRole('dialog'));
  await form.findByText(/The server changed this tool/);
  await user.click(form.getByRole('button', { name: 'Use new schema' }));
  await user.click(form.getByRole('button', { name: 'Save' }));
  await screen.findByText('Action saved.');
  expect(sent(`PUT /api/tools/${changed.id}`)).toMatchObject([
    {
      parameters,
      mcp: { serverId: id, tool: 'track_parcel', offer: 'new' },
      expected: { name: changed.name, parameters: changed.parameters, mcp: changed.mcp },
    },
  ]);
});

it('a server is changed with its secret kept, and shows who was faster', async () => {
  let isFirst = true;
  const { user, sent } = await show(
    <Actions />,
    answers({
      [`PUT /api/tool-servers/${id}`]: ({ body }: Call) => {
        if (!isFirst) return { ...server, ...(body as object) };
        isFirst = false;
        return refusal('conflict', 'Bela has changed this in the meantime.');
      },
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Edit Parcels' }));
  const form = within(await screen.findByRole('dialog'));
  await user.clear(form.getByLabelText(/Name/));
  await user.type(form.getByLabelText(/Name/), 'Depot');
  await user.click(form.getByRole('button', { name: 'Save' }));
  await form.findByText('Bela has changed this in the meantime.');
  await user.click(form.getByRole('button', { name: 'Save' }));
  await screen.findByText('Server saved.');
  const { name: _, url, headers } = server;
  expect(sent(`PUT /api/tool-servers/${id}`)).toEqual(
    Array.from({ length: 2 }, () => ({ name: 'Depot', url, headers, expected: { name: server.name, url, headers } })),
  );
  // The offers are requested again.
  await waitFor(() => expect(sent(`POST /api/tool-servers/${id}/offers`)).toHaveLength(1));
});

it('a tool that a server offers becomes an action as it is described there', async () => {
  const { user, sent } = await show(
    <Actions />,
    answers({ 'GET /api/tools': [], 'POST /api/tools': ({ body }: Call) => ({ ...tool('x'), ...(body as object) }) }),
  );
  await user.click(await screen.findByRole('button', { name: 'Tools of Parcels' }));
  await user.click(await screen.findByRole('button', { name: 'Add: track_parcel' }));
  const form = within(await screen.findByRole('dialog', { name: 'New action' }));
  await user.click(form.getByRole('button', { name: 'Save' }));
  await screen.findByText('Action saved.');
  expect(sent('POST /api/tools')).toMatchObject([
    {
      name: 'track_parcel',
      effect: 'read',
      parameters,
      http: null,
      mcp: { serverId: id, tool: 'track_parcel', offer: 'new' },
    },
  ]);
});
