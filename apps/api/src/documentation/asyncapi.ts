/** AsyncAPI 3 from the contracts: every frame of the websocket, as both ends have it. */
import { type Json } from '@parley/contracts/json';
import { ClientFrame, ServerFrame } from '@parley/contracts/frames';
import { messagesPerPageMax } from '@parley/contracts/messages/limits';
import {
  socketBufferMaxBytes,
  socketFrameMaxBytes,
  socketHeartbeatSeconds,
  socketLimits,
  socketMalformedFramesInARow,
  socketSilenceSeconds,
} from '@parley/contracts/frames/limits';
import { closeCodes, visitorSubprotocol } from '@parley/contracts/socket';
import { reference } from './schemas.ts';

type Frame = (typeof ClientFrame)['anyOf'][number] | (typeof ServerFrame)['anyOf'][number];

/** Advice to clients for each close code. */
const closeWords: Record<keyof typeof closeCodes, string> = {
  goingAway: 'This node goes away. Connect again after a pause.',
  invalidText: 'The bytes of a frame were no UTF-8.',
  policyViolation: `Too many frames, ${socketMalformedFramesInARow} malformed ones in a row, or the website may have no widget any more.`,
  tooBig: 'A frame was too big.',
  tryAgainLater: 'Too slow a reader, or too many sockets. Come back after a longer pause and resume.',
  sessionEnded: 'Signed out, or erased. Don’t come back with the same session or token.',
};

const rate = ({ perSecond, burst }: { perSecond: number; burst: number }): string =>
  `${perSecond} a second, ${burst} at once`;

const limits: readonly { what: string; limit: string; beyond: string }[] = [
  { what: 'size of a frame', limit: `${socketFrameMaxBytes / 1024} KiB`, beyond: `closed with ${closeCodes.tooBig}` },
  {
    what: 'whatever arrives on one socket',
    limit: rate(socketLimits.frame),
    beyond: `closed with ${closeCodes.policyViolation}`,
  },
  { what: '`send_message` of a visitor', limit: rate(socketLimits.visitorSend), beyond: '`rate_limited`' },
  { what: '`send_message` of a representative', limit: rate(socketLimits.staffSend), beyond: '`rate_limited`' },
  { what: '`typing`', limit: rate(socketLimits.typing), beyond: 'dropped silently' },
  { what: '`visit`', limit: rate(socketLimits.visit), beyond: '`rate_limited`' },
  { what: 'the other frames together', limit: rate(socketLimits.other), beyond: '`rate_limited`' },
  {
    what: 'unread bytes waiting for a slow reader',
    limit: `${socketBufferMaxBytes / 1024 / 1024} MiB`,
    beyond: `closed with ${closeCodes.tryAgainLater}`,
  },
  {
    what: 'silence of a visitor’s socket that has never sent a frame',
    limit: `${socketSilenceSeconds} s`,
    beyond: 'cut',
  },
  { what: 'pings of the server without a pong', limit: `one every ${socketHeartbeatSeconds} s`, beyond: 'cut' },
  { what: 'messages in `joined`', limit: `${messagesPerPageMax}`, beyond: 'the rest by a call' },
];

const typeOf = (frame: Frame): string => frame.properties.type.const;

/** The whole document. `publicUrl` is where this installation is reached. */
export function asyncapiDocument(publicUrl: string): Json {
  const { protocol, host } = new URL(publicUrl);
  const components = new Map<string, Json>();
  const messages = Object.fromEntries([
    ...ClientFrame.anyOf.map((frame) => [`client.${typeOf(frame)}`, message(frame, components)]),
    ...ServerFrame.anyOf.map((frame) => [`server.${typeOf(frame)}`, message(frame, components)]),
  ]);
  const names = (side: 'client' | 'server') => Object.keys(messages).filter((name) => name.startsWith(`${side}.`));
  const inChannel = (name: string) => ({ $ref: `#/channels/socket/messages/${name}` });
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Parley websocket',
      version: '1.0.0',
      description:
        'Everything that is pushed to the dashboard and the widget, for your own programs. Text frames, one JSON ' +
        'object each. A frame from the client that names what its schema does not is refused; a client ignores ' +
        'properties and types of frames that it does not know. Times are ISO 8601 in UTC, ids are UUIDs.',
      license: { name: 'MIT' },
      tags: [{ name: 'everyone' }, { name: 'staff' }, { name: 'visitors' }],
    },
    defaultContentType: 'application/json',
    servers: {
      installation: {
        host,
        protocol: protocol === 'https:' ? 'wss' : 'ws',
        description: 'This installation.',
        security: [
          { $ref: '#/components/securitySchemes/session' },
          { $ref: '#/components/securitySchemes/apiKey' },
          { $ref: '#/components/securitySchemes/visitorToken' },
        ],
      },
    },
    channels: {
      socket: {
        address: '/ws',
        description: 'The one socket of a client, for all its conversations.',
        messages: Object.fromEntries(
          Object.keys(messages).map((name) => [name, { $ref: `#/components/messages/${name}` }]),
        ),
        'x-close-codes': Object.entries(closeWords).map(([name, description]) => ({
          code: closeCodes[name as keyof typeof closeCodes],
          name,
          description,
        })),
        'x-limits': limits,
      },
    },
    operations: {
      receiveFromClients: {
        action: 'receive',
        channel: { $ref: '#/channels/socket' },
        summary: 'What clients send.',
        messages: names('client').map(inChannel),
      },
      sendToClients: {
        action: 'send',
        channel: { $ref: '#/channels/socket' },
        summary: 'What clients get.',
        messages: names('server').map(inChannel),
      },
    },
    components: {
      messages,
      schemas: Object.fromEntries(components),
      securitySchemes: {
        session: {
          type: 'httpApiKey',
          in: 'cookie',
          name: 'parley_session',
          description: 'Of staff; set by `POST /api/login`.',
        },
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description:
            'Of a program: `Authorization: Bearer parley_…` at the upgrade. It hears with `read`, and needs `write` to send ' +
            'messages, typing and receipts.',
        },
        visitorToken: {
          type: 'httpApiKey',
          in: 'header',
          name: 'Sec-WebSocket-Protocol',
          description: `Of a visitor: the subprotocols \`${visitorSubprotocol}\` and \`token.{token}\`, the token of \`POST /api/visitor/session\`.`,
        },
      },
    },
  };
}

function message(frame: Frame, components: Map<string, Json>): Json {
  const { description, examples, 'x-audience': audience, 'x-subject': _subject, ...schema } = frame as Frame & Json;
  return {
    name: typeOf(frame),
    title: typeOf(frame),
    description,
    tags: [{ name: audience }],
    payload: reference(schema, components),
    examples: Array.isArray(examples) ? examples.map((payload: unknown) => ({ payload })) : [],
  };
}
