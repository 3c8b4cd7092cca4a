/** 200 conversations over some weeks, written straight into the tables because they lie in the past. */
import { onlyReason } from '@parley/contracts/assistant/hand-off';
import type { ConversationStatus } from '@parley/contracts/conversations/conversation-fields';
import { localize } from '@parley/contracts/i18n/server-texts';
import type { Transaction } from '@parley/db/database';
import { countConversations } from '@parley/db/conversations/totals';
import { seededRandom } from '@parley/db/generate/random';
import { uuidv7 } from '@parley/db/uuid';
import { dialogues, type Speaker } from './dialogues.ts';
import { browsers, customer, pages, places } from './sample-names.ts';

const conversationCount = 200;

interface Representative {
  id: string;
  name: string;
}

export interface DemoSetting {
  representatives: Representative[];
  website: { id: string; domain: string };
  publicUrl: string;
  now: Date;
  /** Days over which the conversations are spread. */
  days: number;
  /** Some customers had to wait for a person for hours, which breaks targets and promises. */
  isSometimesSlow: boolean;
}

interface Line {
  id: string;
  seq: number;
  speaker: Speaker;
  content: string;
  at: Date;
}

/** A conversation in this many is answered so many times slower by a person. */
const slow = { every: 13, times: 60 };

/** Seconds until the next line: the assistant is quick, people read and type. */
const pauseSeconds: Record<Speaker, readonly [number, number]> = { c: [20, 150], a: [2, 5], r: [35, 240] };

/** Adds the demo's conversations, the same ones every time. */
export async function seedConversations(db: Transaction, setting: DemoSetting): Promise<void> {
  // A fixed seed makes every demo the same.
  const random = seededRandom(20_261_121);
  const made = Array.from({ length: conversationCount }, (_, index) => madeConversation(setting, index, random));
  // Oldest first, in the order of arrival: the list shows the latest first.
  const there = made.filter((each) => each !== undefined).toReversed();
  const messages = there.flatMap((each) => each.messages);
  await db
    .insertInto('visitors')
    .values(there.map(({ visitor }) => visitor))
    .execute();
  await db
    .insertInto('conversations')
    .values(there.map(({ conversation }) => conversation))
    .execute();
  await db.insertInto('messages').values(messages).execute();
  await db
    .insertInto('answers')
    .values(there.flatMap(({ answers }) => answers))
    .execute();
  await db
    .insertInto('firstAnswers')
    .values(there.flatMap(({ firsts }) => firsts))
    .execute();
  await countConversations(db, there.length, messages.length);
}

/** Returns the rows of one conversation; undefined for a dialogue without messages. */
function madeConversation(
  { representatives, website, publicUrl, now, days, isSometimesSlow }: DemoSetting,
  index: number,
  random: () => number,
) {
  const dialogue = dialogues[index % dialogues.length] ?? [];
  // The newest few are still open, so that there is something to do; the others are spread over the past.
  const minutesAgo = index < 12 ? 4 + index * 9 : 120 + ((index - 12) / conversationCount) ** 1.3 * days * 24 * 60;
  const isOpen = index < 12;
  const lines = spokenLines(dialogue, isOpen ? 1 + Math.floor(random() * dialogue.length) : dialogue.length, random);
  if (isSometimesSlow && !isOpen && index % slow.every === 5) delayAnswer(lines);
  const last = lines.at(-1);
  const first = lines[0];
  if (!first || !last) return undefined;
  const shift = now.getTime() - minutesAgo * 60_000 - last.at.getTime();
  for (const line of lines) {
    line.at = new Date(line.at.getTime() + shift);
    line.id = uuidv7(line.at.getTime());
  }

  const user = representatives[index % Math.max(1, representatives.length - 1)];
  const byRepresentative = lines.some((line) => line.speaker === 'r');
  const assigned = byRepresentative && user ? user : null;
  // The assistant would have answered unassigned ones: otherwise maintenance would hand them off during the demo.
  const waits = last.speaker === 'c' && (assigned === null || index % 3 !== 0);
  const status: ConversationStatus = !isOpen ? 'closed' : waits ? 'waiting' : 'active';
  const { name, email } = customer(index);
  const page = pages[index % pages.length];
  const place = places[index % places.length];
  const visitorId = uuidv7(first.at.getTime());
  const conversationId = uuidv7(first.at.getTime());

  const visitor = {
    id: visitorId,
    websiteId: website.id,
    email,
    name,
    userAgent: browsers[index % browsers.length] ?? null,
    locale: place?.locale ?? null,
    timeZone: place?.timeZone ?? null,
    pageUrl: `${publicUrl}${page?.path ?? '/demo'}`,
    pageTitle: page?.title ?? null,
    lastSeenAt: last.at,
    createdAt: first.at,
  };

  const customerLines = lines.filter((line) => line.speaker === 'c');
  const unread = status === 'closed' ? 0 : trailing(lines, 'c');
  const readSeq = last.seq - unread;
  const conversation = {
    id: conversationId,
    websiteId: website.id,
    websiteDomain: website.domain,
    visitorId,
    customerEmail: email,
    customerName: name,
    status,
    assignedRepresentativeId: assigned?.id ?? null,
    isAiAssisted: assigned === null && status !== 'waiting',
    lastSeq: last.seq,
    lastMessageId: last.id,
    lastMessageSenderType: senderTypes[last.speaker],
    lastMessageSenderId: last.speaker === 'r' ? (user?.id ?? null) : last.speaker === 'c' ? visitorId : null,
    lastMessageSenderName: last.speaker === 'r' ? (user?.name ?? null) : last.speaker === 'c' ? name : null,
    lastMessagePreview: last.content.slice(0, 300),
    lastMessageAt: last.at,
    lastActivityAt: last.at,
    customerMessageCount: customerLines.length,
    customerMessagesRead: customerLines.length - unread,
    customerReadSeq: last.seq,
    customerDeliveredSeq: last.seq,
    staffReadSeq: readSeq,
    staffDeliveredSeq: last.seq,
    emailedUntilSeq: last.seq,
    unansweredCount: status === 'closed' ? 0 : unread,
    unansweredSince: status !== 'closed' && unread > 0 ? last.at : null,
    waitingSince: status === 'waiting' ? last.at : null,
    handOffSummary: status === 'waiting' ? JSON.stringify(onlyReason(localize('person_wanted'))) : null,
    closedAt: status === 'closed' ? new Date(last.at.getTime() + 3_600_000) : null,
    createdAt: first.at,
    updatedAt: last.at,
  };

  let spokenByCustomer = 0;
  const messages = lines.map((line) => ({
    conversationId,
    seq: line.seq,
    id: line.id,
    senderType: senderTypes[line.speaker],
    senderId: line.speaker === 'r' ? (user?.id ?? null) : line.speaker === 'c' ? visitorId : null,
    senderName: line.speaker === 'r' ? (user?.name ?? null) : line.speaker === 'c' ? name : null,
    content: line.content,
    via: vias[line.speaker],
    customerMessageCount: line.speaker === 'c' ? ++spokenByCustomer : spokenByCustomer,
    createdAt: line.at,
  }));

  const answers = lines.flatMap((line, position) => {
    const question = lines[position - 1];
    if (line.speaker === 'c' || question?.speaker !== 'c') return [];
    return {
      conversationId,
      seq: line.seq,
      senderType: line.speaker === 'a' ? ('ai' as const) : ('representative' as const),
      senderId: line.speaker === 'r' ? (user?.id ?? null) : null,
      customerMessages: 1,
      waitedSeconds: (line.at.getTime() - question.at.getTime()) / 1000,
      answeredAt: line.at,
    };
  });
  const [anybody] = answers;
  const representative = answers.find(({ senderType }) => senderType === 'representative');
  const firsts = (
    [
      ['anybody', anybody],
      ['representative', representative],
    ] as const
  ).flatMap(([answeredBy, answer]) =>
    answer ? [{ conversationId, answeredBy, seconds: answer.waitedSeconds, answeredAt: answer.answeredAt }] : [],
  );
  return { visitor, conversation, messages, answers, firsts };
}

const senderTypes = { c: 'customer', a: 'ai', r: 'representative' } as const;
const vias = { c: 'widget', a: 'ai', r: 'dashboard' } as const;

/** The first `count` lines with their times, starting at the epoch. */
function spokenLines(dialogue: (typeof dialogues)[number], count: number, random: () => number): Line[] {
  let at = 0;
  return dialogue.slice(0, count).map(([speaker, content], position) => {
    const [shortest, longest] = pauseSeconds[speaker];
    if (position > 0) at += (shortest + random() * (longest - shortest)) * 1000;
    return { id: '', seq: position + 1, speaker, content, at: new Date(at) };
  });
}

/** Moves a person's first answer, and what follows it, further away from the question. */
function delayAnswer(lines: readonly Line[]): void {
  const first = lines.findIndex(({ speaker }) => speaker === 'r');
  const [question, answer] = [lines[first - 1], lines[first]];
  if (!question || !answer) return;
  const delay = (answer.at.getTime() - question.at.getTime()) * (slow.times - 1);
  for (const line of lines.slice(first)) line.at = new Date(line.at.getTime() + delay);
}

/** How many lines at the end are by `speaker`. */
function trailing(lines: readonly Line[], speaker: Speaker): number {
  const lastOther = lines.findLastIndex((line) => line.speaker !== speaker);
  return lines.length - 1 - lastOther;
}
