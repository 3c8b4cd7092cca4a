/** Frames about the connection itself. */
import * as Type from 'typebox';
import { Message } from '../entities.ts';
import { answer, ids } from '../examples.ts';
import { type ErrorCode, errorCodes } from '../problems.ts';
import { Id, Nullable, OneOf } from '../schema.ts';
import { frame } from './frame.ts';

const conversationId = ids.conversation;

export const connectionFrames = [
  frame(
    'resume',
    { reconnectInMs: Type.Optional(Type.Integer()) },
    {
      subject: 'team',
      description:
        'Events may have been missed: join again with `afterSeq`, and fetch lists again. With ' +
        '`reconnectInMs`, close this socket after that time and open another one.',
      examples: [{}, { reconnectInMs: 4200 }],
    },
  ),
  frame(
    'error',
    {
      code: Type.Unsafe<ErrorCode>(OneOf(errorCodes)),
      message: Type.String(),
      clientMessageId: Type.Optional(Nullable(Id)),
      conversationId: Type.Optional(Id),
      retryAfterMs: Type.Optional(Type.Integer()),
      messages: Type.Optional(Type.Array(Message)),
    },
    {
      subject: 'team',
      description:
        'A frame was refused and changed nothing. Programs decide by `code` and show `message`; ' +
        '`clientMessageId` and `conversationId` identify the frame, `retryAfterMs` is the time until it is ' +
        'worth sending again. With `conversation_moved`, `messages` are those that came in between.',
      examples: [
        { code: 'rate_limited', message: 'Too fast. Please wait a moment.', conversationId, retryAfterMs: 200 },
        {
          code: 'conversation_moved',
          message: 'Answered in the meantime.',
          clientMessageId: ids.sentByStaff,
          conversationId,
          messages: [answer],
        },
      ],
    },
  ),
  frame('pong', {}, { subject: 'team', description: 'Answer to `ping`.', examples: [{}] }),
] as const;
