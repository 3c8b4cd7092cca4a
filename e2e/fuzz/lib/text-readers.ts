/** Functions that read text which strangers wrote, and texts made to keep them busy. */
import { asksForPerson } from '@parley/core/ai/person-requests';
import { bringsNothingNew, changedFacts } from '@parley/core/ai/copilot/facts';
import { deniesAlike } from '@parley/core/ai/copilot/negation';
import { jsonOf } from '@parley/core/ai/copilot/ask-model';
import { excerptOf } from '@parley/core/ai/excerpt';
import { answerGate } from '@parley/core/ai/grounding/answer';
import { createCheck, stemsOf } from '@parley/core/ai/grounding/check';
import { factsIn, knownIn } from '@parley/core/ai/grounding/facts';
import { withoutOrders } from '@parley/core/knowledge/orders';
import { sentencesIn } from '@parley/core/text/sentences';
import { completeSummary } from '@parley/core/ai/hand-off-summary';
import { corrects, distanceOf } from '@parley/core/ai/judge';
import { detectLanguage, sureLanguage } from '@parley/core/text/language';
import { PromptLeak, ReplyFilter } from '@parley/core/ai/reply-filter';
import { readSuggestions } from '@parley/core/ai/suggestions';
import { answerIn } from '@parley/core/ai/tools/confirmation';
import { mayHoldCode } from '@parley/core/messages/typed-code';
import { topicIn } from '@parley/core/ai/topics';
import { piecesOf } from '@parley/core/messages/pieces';
import { readCsv } from '@parley/core/text/csv';
import { cleanFileName } from '@parley/core/files/file-name';
import { readMarkdown } from '@parley/core/help/markdown';
import { plainTextOf } from '@parley/core/text/decode';
import { markdownOf, readHtml } from '@parley/core/knowledge/read-html';
import { splitMarkdown } from '@parley/core/knowledge/split';
import { Unread } from '@parley/core/knowledge/unread';
import { readMailbox } from '@parley/core/mail/sender';
import { cleanLine } from '@parley/contracts/text/clean-line';
import { isReachableEmail } from '@parley/contracts/text/email-address';
import { Problem } from '@parley/contracts/problems';
import { holdsPhrase, tokensOf } from '@parley/contracts/filter/search-text';
import type { Chance } from '../../chaos/seeded.ts';

export interface TextReader {
  name: string;
  /** A refusal is as good as an answer. */
  read: (text: string) => unknown;
}

const passage = (text: string) => ({ title: 'Returns', headings: [], text, url: null });

/** Turns refusals into answers; work that ran out of time shows in what it took of the processor. */
function orRefuses(read: () => unknown): void {
  try {
    read();
  } catch (error) {
    if (!(error instanceof Problem || error instanceof PromptLeak || error instanceof Unread)) throw error;
  }
}

export const textReaders: readonly TextReader[] = [
  { name: 'facts', read: (text) => factsIn(text) },
  { name: 'facts of German', read: (text) => factsIn(text, 'de') },
  { name: 'known facts', read: knownIn },
  { name: 'sentences', read: sentencesIn },
  { name: 'stems', read: stemsOf },
  { name: 'orders to the model', read: withoutOrders },
  {
    name: 'what a customer asked, for the check',
    read: (text) => {
      const check = createCheck({
        passages: [passage('Free within 30 days.')],
        instructions: '',
        teamText: text,
        asked: text,
      });
      check({ text: 'Returns are free within 30 days.', cited: [1] });
    },
  },
  {
    name: 'a passage, for the check',
    read: (text) => {
      const check = createCheck({ passages: [passage(text)], instructions: '', teamText: '', asked: 'When?' });
      check({ text: 'Returns are free within 30 days.', cited: [1] });
    },
  },
  {
    name: 'an answer, for the check',
    read: (text) => {
      const gate = answerGate({
        passages: [passage('Free within 30 days.')],
        instructions: '',
        teamText: '',
        asked: '',
      });
      for (let at = 0; at < text.length; at += 50) gate.push(text.slice(at, at + 50));
      gate.end();
    },
  },
  { name: 'language', read: (text) => [detectLanguage(text), sureLanguage(text)] },
  { name: 'topics', read: (text) => topicIn(text, ['legal matter', 'refund']) },
  { name: 'requests for a person', read: asksForPerson },
  { name: 'excerpt', read: (text) => excerptOf({ title: '', headings: [], text }, 'Where is order 4711?', 'en') },
  {
    name: 'question of an excerpt',
    read: (text) => excerptOf({ title: '', headings: [], text: 'It is here. '.repeat(60) }, text, 'en'),
  },
  {
    name: 'summary of a hand-off',
    read: (text) => completeSummary({ reason: '', asked: null, facts: [], tried: [] }, [messageOf(text)]),
  },
  { name: 'correction of an answer', read: (text) => corrects(text, 'It costs 12 € until 3 March.') },
  { name: 'distance of answers', read: (text) => distanceOf(text, text) },
  { name: 'changed facts', read: (text) => changedFacts(text, `${text} 1`, { names: ['Ann'] }) },
  { name: 'new facts', read: (text) => bringsNothingNew(text, [text]) },
  { name: 'denials', read: (text) => deniesAlike(text, text, 'en') },
  { name: 'denials of Turkish', read: (text) => deniesAlike(text, text, 'tr') },
  { name: 'JSON of the copilot', read: jsonOf },
  { name: 'JSON of suggestions', read: (text) => readSuggestions(text, new Set()) },
  {
    name: 'filter of replies',
    read: (text) =>
      orRefuses(() => {
        const filter = new ReplyFilter({ secrets: [text], trusted: [text], website: null, maxLength: 10_000 });
        for (let at = 0; at < text.length; at += 50) filter.push(text.slice(at, at + 50));
        filter.end();
      }),
  },
  { name: 'confirmation', read: answerIn },
  { name: 'typed code', read: mayHoldCode },
  { name: 'pieces for a channel', read: (text) => piecesOf(text, 4_000) },
  { name: 'words of a search', read: tokensOf },
  { name: 'phrase of a search', read: (text) => holdsPhrase(text, text.slice(0, 200)) },
  { name: 'one line', read: (text) => cleanLine(text) },
  { name: 'address of mail', read: isReachableEmail },
  { name: 'mailbox', read: readMailbox },
  { name: 'file name', read: cleanFileName },
  { name: 'encoding of a file', read: (text) => plainTextOf(Buffer.from(text)) },
  { name: 'HTML as Markdown', read: (text) => orRefuses(() => markdownOf(text, 'https://shop.example/')) },
  {
    name: 'page',
    read: (text) => orRefuses(() => readHtml(Buffer.from(text), 'text/html', 'https://shop.example/')),
  },
  { name: 'CSV', read: (text) => orRefuses(() => readCsv(text)) },
  { name: 'article', read: readMarkdown },
  { name: 'passages of a document', read: splitMarkdown },
];

function messageOf(content: string): Parameters<typeof completeSummary>[1][number] {
  return {
    id: '',
    conversationId: '',
    seq: 1,
    senderType: 'customer',
    senderName: null,
    senderId: null,
    messageType: 'text',
    clientMessageId: null,
    content,
    createdAt: new Date(0).toISOString(),
  };
}

/** Parts to repeat: beginnings of what patterns look for, and texts that end none of it. */
const parts: readonly string[] = Object.values({
  words: ['x', 'a1', 'x-', 'A', 'Ab ', 'A B', 'Ab-', 'A1-', '-', '+', '_', 'Tarif ', 'Pro-', 'a=b '],
  numbers: ['1', '1.', '1,', '1 ', '0', '.0', '1-', '€', '12 months ', '٣'],
  dates: ['2026-', '1.1.', '1/1/', '3 Mai ', 'März ', 'de ', '11:', '1h', 'am '],
  addresses: ['www.', 'http://', 'https://x', '@', 'a.', 'a@a.', 'a@', '..'],
  scripts: ['é', 'あ', '日', 'ا', 'İ', 'ß', 'ﬃ', 'e\u0301', '\u0301', '😀', '\u200b', '，', '。'],
  sentences: ['. ', 'a. ', '1. ', '! ', '?', '!?', '…', '"', "'", '(', '[', '[1]', '[1', '【1'],
  blanks: [' ', '\t', '\n', '\r\n', ' \n', '\u00a0'],
  requests: ['n’t', 'mız', 'no ', 'not ', 'want to talk ', 'a human ', 'ignore ', 'ignorier', 'system:'],
  data: ['",', '"\n', ';', '{', '{}', '}'],
  markdown: ['](', '![', '*', '**', '_a_', '`', '```\n', '# ', '- ', '> ', '|', '~', '\\'],
  html: ['<', '<a', '<a>', '<b>', '<p>', '</p>', '<td>', '<table><tr><td>', '<!--', '<![CDATA[', '&', '&amp;'],
  elements: ['<a href="x">y</a>', '<li>', '<ul><li>', '<br>', '<pre>', '<div> ', '<url><loc>'],
}).flat();

export interface TextShape {
  name: string;
  text: (length: number) => string;
}

const repeated = (part: string, length: number): string =>
  part.repeat(Math.ceil(length / part.length)).slice(0, length);

const shown = (text: string): string => JSON.stringify(text);

/** Each part again and again, alone, and with an end that fits none of it. */
export const textShapes: readonly TextShape[] = parts.flatMap((part) =>
  ['', '\u0001!x'].map((end) => ({
    name: `${shown(part)} …${end === '' ? '' : ` ${shown(end)}`}`,
    text: (length) => repeated(part, length - end.length) + end,
  })),
);

/** Two or three parts by turns, and one part behind another. */
export function mixedShape(chance: Chance): TextShape {
  const chosen = Array.from({ length: 2 + chance.below(2) }, () => chance.pick(parts));
  const isByTurns = chance.below(2) === 0;
  return {
    name: `${chosen.map(shown).join(' ')} ${isByTurns ? 'by turns' : 'one behind the other'}`,
    text: (length) =>
      isByTurns
        ? repeated(chosen.join(''), length)
        : chosen.map((part) => repeated(part, Math.floor(length / chosen.length))).join(''),
  };
}
