/**
 * Actions: what the assistant may do beside answering. Administrators define them. The model sees their names, what
 * they do and which arguments they take, and nothing else. Their addresses and secrets stay on the server.
 */
import * as Type from 'typebox';
import { CleanLine, Id, Name, Nullable, OneOf, Strict, Timestamp } from '../schema.ts';

export const toolEffects = ['read', 'write'] as const;
export type ToolEffect = (typeof toolEffects)[number];
export const toolMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
/** Verified values of the customer's that the server fills in itself. */
export const boundValues = ['email', 'external_id'] as const;
export type BoundValue = (typeof boundValues)[number];

/** Maximum calls per reply; a conversation that needs more is handed off. */
export const toolCallsPerReply = 4;
export const toolsMax = 64;
/**
 * Time in which the customer must confirm a write: customers are still in the widget, look at a phone within half a
 * day and at mail within a weekend. A write runs only as it was shown, and only while the customer's proof is valid.
 */
export const confirmationMinutes = { widget: 30, telegram: 12 * 60, mail: 48 * 60 } as const;
/** A code is valid for this long. */
export const codeMinutes = 10;
export const codeAttempts = 5;
/** Replaces a code in a customer's message. */
export const hiddenCode = '••••••';
/** An identity that was proven by a code counts in its conversation for so long. */
export const provenIdentityHours = 12;
export const toolAnswerMaxBytes = 256 * 1024;
export const toolTimeoutMaxSeconds = 15;
/** Characters of an argument. */
export const toolArgumentMaxLength = 500;

/** Name that the model calls the action by. */
export const ToolName = Type.String({
  pattern: '^[a-z][a-z0-9_]{1,47}$',
  maxLength: 48,
  examples: ['order_status'],
});

/** A host, with its port where that is not the usual one. */
export const ToolHost = Type.String({
  maxLength: 260,
  pattern: '^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::[0-9]{1,5})?$',
  examples: ['api.shop.example.com'],
});

const Header = Strict({
  name: Type.String({ maxLength: 100, pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$", examples: ['Authorization'] }),
  /** Secret: answered as a mask; posting the mask keeps the stored one. */
  value: Type.String({ maxLength: 2000, pattern: '^[\\u0020-\\u007e\\u2022]*$', examples: ['Bearer 1234'] }),
});
export type ToolHeader = Type.Static<typeof Header>;
const Headers = Type.Array(Header, { maxItems: 20 });

/** A JSON schema of an object; checked when it is stored. */
export const ToolParameters = Type.Unsafe<Record<string, unknown>>(
  Type.Object(
    { type: Type.Literal('object') },
    {
      additionalProperties: true,
      description: 'A JSON schema of an object: the arguments',
      examples: [{ type: 'object', properties: { order: { type: 'string' } }, required: ['order'] }],
    },
  ),
);

/** HTTP request of an action. Arguments in braces go into the address, the others into the query or the body. */
export const HttpCall = Strict({
  method: OneOf(toolMethods),
  url: Type.String({
    maxLength: 2000,
    pattern: '^https?://[^\\s]+$',
    examples: ['https://api.shop.example.com/orders/{order}'],
  }),
  headers: Headers,
  /** Part of the request that takes arguments missing from the address. */
  rest: OneOf(['query', 'body']),
  /** Paths of the response that the model may see, such as `order.status`; empty for all of it. */
  fields: Type.Array(Type.String({ minLength: 1, maxLength: 200, examples: ['order.status'] }), { maxItems: 100 }),
});
export type HttpCall = Type.Static<typeof HttpCall>;

/** Fingerprint of a tool's schema and of whether it only reads. With another fingerprint it counts as another tool. */
const Offer = Type.String({
  maxLength: 64,
  pattern: '^[A-Za-z0-9_-]+$',
  examples: ['b5bb9d8014a0f9b1d61e21e796d78dcc'],
});
const offeredName = Type.String({ minLength: 1, maxLength: 200 });

/** Tool of an MCP server, by the server's name for it. */
export const McpCall = Strict({
  serverId: Id,
  tool: offeredName,
  /** Fingerprint that an admin reviewed; if absent, the next call accepts the one it finds. */
  offer: Type.Optional(Offer),
});
export type McpCall = Type.Static<typeof McpCall>;

const Bindings = Type.Unsafe<Record<string, BoundValue>>({
  type: 'object',
  patternProperties: { '^[A-Za-z_][A-Za-z0-9_]{0,63}$': OneOf(boundValues) },
  description: 'Arguments that the server fills in from the customer’s verified identity',
  examples: [{ email: 'email' }],
});

const definition = {
  name: ToolName,
  description: CleanLine({ minLength: 1, maxLength: 1000 }),
  effect: OneOf(toolEffects),
  needsIdentity: Type.Boolean(),
  isActive: Type.Boolean(),
  /** True if representatives see its result in the customer panel; only for actions that read. */
  isCard: Type.Optional(Type.Boolean()),
  parameters: ToolParameters,
  bindings: Bindings,
  /** Question to the customer before a write, such as `Cancel order {order}?`; empty for the name and all arguments. */
  confirmation: CleanLine({ maxLength: 300 }),
  http: Nullable(HttpCall),
  mcp: Nullable(McpCall),
  maxBytes: Type.Integer({ minimum: 1024, maximum: toolAnswerMaxBytes, examples: [65_536] }),
  timeoutSeconds: Type.Integer({ minimum: 1, maximum: toolTimeoutMaxSeconds, examples: [8] }),
};

export const ToolDefinition = Strict(definition);
export type ToolDefinition = Type.Static<typeof ToolDefinition>;

export const Tool = Type.Object(
  { id: Id, ...definition, isCard: Type.Boolean(), createdAt: Timestamp, updatedAt: Timestamp },
  { $id: 'Tool' },
);
export type Tool = Type.Static<typeof Tool>;

const serverDefinition = {
  name: Name({ maxLength: 100 }),
  url: Type.String({ maxLength: 2000, pattern: '^https?://[^\\s]+$', examples: ['https://mcp.example.com/mcp'] }),
  headers: Headers,
};
export const ToolServerDefinition = Strict(serverDefinition);
export type ToolServerDefinition = Type.Static<typeof ToolServerDefinition>;
/** Tool that the server offered when it was last asked. */
export const KnownOffer = Type.Object({ name: offeredName, offer: Offer });
export type KnownOffer = Type.Static<typeof KnownOffer>;
export const ToolServer = Type.Object(
  {
    id: Id,
    ...serverDefinition,
    /** Null until it has answered. */
    offers: Nullable(Type.Array(KnownOffer)),
    offersAt: Nullable(Timestamp),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { $id: 'ToolServer' },
);
export type ToolServer = Type.Static<typeof ToolServer>;

/** Whether a server still offers what an action was made from; `gone` and `changed` ones are not called. */
export function offerState(
  { tool, offer }: Pick<McpCall, 'tool'> & { offer?: string | null | undefined },
  offers: readonly KnownOffer[] | null,
): 'same' | 'changed' | 'gone' {
  if (offers === null) return 'same';
  const known = offers.find(({ name }) => name === tool);
  if (!known) return 'gone';
  return offer === undefined || offer === null || offer === known.offer ? 'same' : 'changed';
}

/** Tool that an MCP server offers. Its texts come from the server. */
export const OfferedTool = Type.Object(
  {
    name: Type.String(),
    description: Type.String(),
    parameters: ToolParameters,
    isReadOnly: Type.Boolean(),
    offer: Offer,
  },
  { $id: 'OfferedTool' },
);
export type OfferedTool = Type.Static<typeof OfferedTool>;

/** Why a call has no result. The codes never change. */
export const toolProblems = [
  'unknown_tool',
  'invalid_arguments',
  'host_not_allowed',
  'refused',
  'timeout',
  'unreachable',
  'answered_error',
  'redirected',
  'too_large',
  'not_text',
  'not_json',
  'tool_error',
  'identity_missing',
  'not_configured',
  'offer_gone',
  'offer_changed',
  'not_run',
] as const;
export type ToolProblem = (typeof toolProblems)[number];

/**
 * State of a call. `asked`: the customer has not confirmed yet. `unsure`: it was started, and its outcome is unknown;
 * it is never repeated.
 */
export const toolCallStates = ['asked', 'running', 'done', 'failed', 'unsure', 'declined', 'dropped'] as const;
export type ToolCallState = (typeof toolCallStates)[number];

/** Action call as activities record it. */
export const CalledTool = Type.Object({
  callId: Id,
  name: Type.String(),
  effect: OneOf(toolEffects),
  state: OneOf(toolCallStates),
  /** Arguments from the model; values that the server filled in are named in `bound` only. */
  arguments: Type.Unsafe<Record<string, unknown>>(Type.Object({}, { additionalProperties: true })),
  bound: Type.Array(Type.String()),
  problem: Nullable(OneOf(toolProblems)),
  milliseconds: Nullable(Type.Integer({ minimum: 0 })),
});
export type CalledTool = Type.Static<typeof CalledTool>;

export const ToolCall = Type.Object(
  {
    ...CalledTool.properties,
    conversationId: Id,
    /** Representative who loaded the card; null for a call of the assistant. */
    requestedBy: Nullable(Id),
    responseStatus: Nullable(Type.Integer()),
    createdAt: Timestamp,
  },
  { $id: 'ToolCall' },
);
export type ToolCall = Type.Static<typeof ToolCall>;

export const ToolTrial = Type.Object(
  {
    /** Text that the model would see; null if there is no result. */
    text: Nullable(Type.String()),
    problem: Nullable(OneOf(toolProblems)),
    message: Nullable(Type.String()),
    responseStatus: Nullable(Type.Integer()),
    milliseconds: Type.Integer({ minimum: 0 }),
  },
  { $id: 'ToolTrial' },
);
export type ToolTrial = Type.Static<typeof ToolTrial>;

/** Action that representatives see as a card in the customer panel. */
export const CustomCard = Type.Object({ id: Id, name: ToolName }, { $id: 'CustomCard' });
export type CustomCard = Type.Static<typeof CustomCard>;

/** Result of an action as plain text, cut to what a panel can show. Nothing in it is markup. */
export const CardContent = Type.Object({
  text: Nullable(Type.String()),
  fields: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
  tables: Type.Array(
    Type.Object({
      title: Type.String(),
      columns: Type.Array(Type.String()),
      rows: Type.Array(Type.Array(Type.String())),
    }),
  ),
});
export type CardContent = Type.Static<typeof CardContent>;

export const LoadedCard = Type.Object(
  {
    /** Null if there is no result. */
    content: Nullable(CardContent),
    problem: Nullable(OneOf(toolProblems)),
    loadedAt: Timestamp,
  },
  { $id: 'LoadedCard' },
);
export type LoadedCard = Type.Static<typeof LoadedCard>;
