import * as Type from 'typebox';
import { route } from '../route.ts';
import { expected, IdParam, NoContent, Strict, Timestamp } from '../schema.ts';
import {
  CustomCard,
  LoadedCard,
  OfferedTool,
  Tool,
  ToolCall,
  ToolDefinition,
  ToolHost,
  ToolServer,
  ToolServerDefinition,
  ToolTrial,
} from '../assistant/tools.ts';

const tag = {
  name: 'Actions',
  description: 'What the assistant may do beside answering: calls of your own systems, and what was called.',
};
const params = Strict({ id: IdParam });
const permission = 'tools.manage';
const Hosts = Type.Array(ToolHost, { maxItems: 100 });

export const listTools = route({
  method: 'GET',
  path: '/api/tools',
  access: 'staff',
  permission,
  tag,
  summary: 'List the assistant’s actions; secret headers are masked',
  responses: { 200: Type.Array(Tool) },
});

export const addTool = route({
  method: 'POST',
  path: '/api/tools',
  access: 'staff',
  permission,
  tag,
  summary: 'Create an action: an HTTP call, or a tool of an MCP server',
  body: ToolDefinition,
  responses: { 201: Tool },
});

export const updateTool = route({
  method: 'PUT',
  path: '/api/tools/:id',
  access: 'staff',
  permission,
  tag,
  summary: 'Update an action; the mask keeps a stored secret',
  params,
  body: Strict({
    ...ToolDefinition.properties,
    /** With `updatedAt` for who replaces a secret, which is seen as a mask. */
    ...expected({ ...ToolDefinition.properties, updatedAt: Timestamp }),
  }),
  responses: { 200: Tool },
});

export const deleteTool = route({
  method: 'DELETE',
  path: '/api/tools/:id',
  access: 'staff',
  permission,
  tag,
  summary: 'Delete an action; its past calls stay in the conversations',
  params,
  responses: { 204: NoContent },
});

export const tryTool = route({
  method: 'POST',
  path: '/api/tools/:id/trials',
  access: 'staff',
  permission,
  stepUp: false,
  tag,
  summary: 'Call an action once; a writing one only with `confirmed`',
  params,
  body: Strict({
    arguments: Type.Unsafe<Record<string, unknown>>(
      Type.Object({}, { additionalProperties: true, examples: [{ order: '1042' }] }),
    ),
    confirmed: Type.Boolean(),
  }),
  responses: { 200: ToolTrial },
});

export const listToolCalls = route({
  method: 'GET',
  path: '/api/tools/:id/calls',
  access: 'staff',
  permission,
  tag,
  summary: 'List the latest calls of an action, newest first',
  params,
  responses: { 200: Type.Array(ToolCall) },
});

export const readToolHosts = route({
  method: 'GET',
  path: '/api/tool-hosts',
  access: 'staff',
  permission,
  tag,
  summary: 'List the hosts that actions may call',
  responses: { 200: Hosts },
});

export const replaceToolHosts = route({
  method: 'PUT',
  path: '/api/tool-hosts',
  access: 'staff',
  permission,
  tag,
  summary: 'Replace the hosts that actions may call; other calls are refused from then on',
  body: Strict({ hosts: Hosts, ...expected({ hosts: Hosts }) }),
  responses: { 200: Hosts },
});

export const listToolServers = route({
  method: 'GET',
  path: '/api/tool-servers',
  access: 'staff',
  permission,
  tag,
  summary: 'List the MCP servers that provide actions',
  responses: { 200: Type.Array(ToolServer) },
});

export const addToolServer = route({
  method: 'POST',
  path: '/api/tool-servers',
  access: 'staff',
  permission,
  tag,
  summary: 'Add an MCP server (streamable HTTP)',
  body: ToolServerDefinition,
  responses: { 201: ToolServer },
});

export const updateToolServer = route({
  method: 'PUT',
  path: '/api/tool-servers/:id',
  access: 'staff',
  permission,
  tag,
  summary: 'Update an MCP server; the mask keeps a stored secret as long as the host is the same',
  params,
  body: Strict({
    ...ToolServerDefinition.properties,
    ...expected({ ...ToolServerDefinition.properties, updatedAt: Timestamp }),
  }),
  responses: { 200: ToolServer },
});

export const deleteToolServer = route({
  method: 'DELETE',
  path: '/api/tool-servers/:id',
  access: 'staff',
  permission,
  tag,
  summary: 'Remove an MCP server and its actions',
  params,
  responses: { 204: NoContent },
});

export const listOfferedTools = route({
  method: 'POST',
  path: '/api/tool-servers/:id/offers',
  access: 'staff',
  permission,
  stepUp: false,
  tag,
  summary: 'List the tools that an MCP server offers',
  params,
  responses: { 200: Type.Array(OfferedTool) },
});

export const listCards = route({
  method: 'GET',
  path: '/api/cards',
  access: 'staff',
  permission: 'contacts.read',
  tag,
  summary: 'List the actions that the customer panel shows as cards',
  responses: { 200: Type.Array(CustomCard) },
});

export const loadCard = route({
  method: 'POST',
  path: '/api/conversations/:id/cards/:toolId',
  access: 'staff',
  permission: 'contacts.read',
  conversations: ['params.id'],
  tag,
  summary: 'Call an action for the verified customer of a conversation; nothing is cached',
  params: Strict({ id: IdParam, toolId: IdParam }),
  responses: { 200: LoadedCard },
});
