import { conversationStatuses } from '@parley/contracts/conversations/conversation-fields';
import { messagesPerPageMax } from '@parley/contracts/messages/limits';
import type { Conversation, Message, Parley } from '@parley/sdk';
import { type Command, type Run, textOption } from '../command.ts';
import { Failure, usageFailure } from '../failure.ts';
import { shortened, table } from '../output.ts';

/** Conversations that are listed unless `--limit` is given. */
const usualLimit = 20;

export const conversations: Command = {
  takes: '[WORDS]',
  does: 'List conversations by last activity, those with the words of the search',
  options: { status: { type: 'string' }, limit: { type: 'string' } },
  async run(run) {
    const status = textOption(run, 'status');
    const limit = Number(textOption(run, 'limit') ?? usualLimit);
    if (!Number.isInteger(limit) || limit < 1) throw usageFailure('--limit is a number above 0.');
    const known = conversationStatuses.find((each) => each === status);
    if (status !== undefined && !known) throw usageFailure(`--status is ${conversationStatuses.join(', ')}.`);
    const { parley } = await run.signIn();
    const q = run.words.join(' ');
    const found: Conversation[] = [];
    for await (const each of parley.listConversations({
      query: { ...(known && { status: known }), ...(q && { q }) },
    })) {
      found.push(each);
      if (found.length === limit) break;
    }
    run.output.result(found, found.length === 0 ? 'No conversations.' : table(found.map(rowOf)));
  },
};

const rowOf = ({ id, status, lastMessage, customerName, customerEmail }: Conversation): string[] => [
  id,
  status,
  shortened(customerName ?? customerEmail ?? 'Visitor', 24),
  shortened(lastMessage?.content ?? '', 60),
];

export const show: Command = {
  takes: 'CONVERSATION',
  does: 'Show all messages of a conversation',
  async run(run) {
    const id = conversationIn(run);
    const { parley } = await run.signIn();
    const [conversation, messages] = await Promise.all([
      parley.getConversation({ params: { id } }),
      messagesOf(parley, id),
    ]);
    const lines = messages.map((message) => `${message.createdAt.slice(0, 16)} ${lineOf(message)}`);
    run.output.result({ conversation, messages }, lines.join('\n'));
  },
};

const lineOf = ({ senderName, senderType, content }: Message): string => `${senderName ?? senderType}: ${content}`;

async function messagesOf(parley: Parley, id: string): Promise<Message[]> {
  const messages: Message[] = [];
  for (;;) {
    const query = { after: messages.at(-1)?.seq ?? 0, limit: messagesPerPageMax };
    const page = await parley.listMessages({ params: { id }, query });
    messages.push(...page);
    if (page.length < messagesPerPageMax) return messages;
  }
}

export const reply: Command = {
  takes: 'CONVERSATION TEXT',
  does: 'Answer the customer',
  async run(run) {
    const conversationId = conversationIn(run);
    const content = textIn(run);
    const { parley } = await run.signIn();
    const message = await parley.postMessage({
      body: { conversationId, content, clientMessageId: crypto.randomUUID() },
    });
    run.output.result(message, `Sent as message ${message.seq}.`);
  },
};

export const note: Command = {
  takes: 'CONVERSATION TEXT',
  does: 'Write a note for the team',
  async run(run) {
    const id = conversationIn(run);
    const content = textIn(run);
    const { parley } = await run.signIn();
    const body = { content, clientNoteId: crypto.randomUUID() };
    run.output.result(await parley.addNote({ params: { id }, body }), 'Noted.');
  },
};

export const tail: Command = {
  takes: '[CONVERSATION]',
  does: 'Print what happens until Ctrl-C: changes of the inbox, or the messages of one conversation',
  async run({ words: [id], output, signIn }) {
    const { parley } = await signIn();
    const live = parley.openLive();
    const ended = new Promise<void>((resolve, reject) => {
      live.on('state', (state) => {
        output.progress(state);
        if (state === 'ended') reject(new Failure('The key has ended.', 'signedOut'));
      });
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
    });
    if (id === undefined) {
      live.on('frame', (frame) => {
        const shown = 'conversation' in frame && frame.conversation ? rowOf(frame.conversation as Conversation) : [];
        output.result(frame, [frame.type, ...shown].join('  '));
      });
    } else {
      let seen = 0;
      const followed = live.follow(id);
      followed.subscribe(() => {
        for (const message of followed.state.messages.filter(({ seq }) => seq > seen)) {
          seen = message.seq;
          output.result(message, lineOf(message));
        }
      });
    }
    await ended.finally(() => live.close());
  },
};

function conversationIn({ words: [id] }: Run): string {
  if (!id) throw usageFailure('Name the conversation by its id.');
  return id;
}

function textIn({ words: [, ...text] }: Run): string {
  if (text.length === 0) throw usageFailure('The text is missing.');
  return text.join(' ');
}
