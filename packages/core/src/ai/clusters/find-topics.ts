/**
 * Finds what customers ask about, for the first time once there are enough questions and then once a week. Conversations join the topics that there are; what fits none and is asked
 * often enough becomes a new one. No conversation leaves its topic by itself, so topics keep their ids and names.
 */
import { setImmediate } from 'node:timers/promises';
import { topicSizeMin, topicsMax } from '@parley/contracts/topics/limits';
import * as topics from '@parley/db/topics/topics';
import type { ExternalContext } from '../../external/services.ts';
import { meaningOf } from '../../knowledge/embeddings.ts';
import { publishChange } from '../../live/publish-change.ts';
import { embeddingVectors, grouped, groupOf, nearestOf, type Vector, wordVectors } from './clusters.ts';
import { nameTopic } from './names.ts';

/** Days between two searches; while no topic is known, and once there is something to compare, a day. */
const everyDays = 7;
const untilFirstDays = 1;
const firstFrom = 20;
/** Days back in which questions are compared. */
const days = 90;
const questionsMost = 4_000;
/** Embedding more costs a server of one's own minutes. */
const embeddedMost = 2_000;
const charactersMost = 600;
/** New topics of one search. */
const newMost = 30;
/** Less alike than this is about something else. */
const leastAlike = { words: 0.3, embeddings: 0.62 };

/** Searches if it is due, and returns the number of conversations that have a topic now and had none before. */
export async function findTopics(context: ExternalContext): Promise<number> {
  const isFirst = (await topics.countTopics(context.db)) === 0;
  if (isFirst && !(await topics.hasConversations(context.db, { days, least: firstFrom }))) return 0;
  if (!(await topics.claimSearch(context.db, isFirst ? untilFirstDays : everyDays))) return 0;
  try {
    return await searchTopics(context);
  } catch (error) {
    await topics.releaseSearch(context.db);
    throw error;
  }
}

/** Searches now. */
export async function searchTopics(context: ExternalContext): Promise<number> {
  const { db } = context;
  await topics.deleteEmptyTopics(db);
  const limit = context.external.embeddings ? embeddedMost : questionsMost;
  const questions = await topics.readQuestions(db, { days, limit, characters: charactersMost });
  const texts = questions.map(({ text }) => text);
  const embeddings = await meaningOf(context, texts);
  const vectors: Vector[] = embeddings ? embeddingVectors(embeddings) : wordVectors(texts);
  const least = embeddings ? leastAlike.embeddings : leastAlike.words;

  const known = [...Map.groupBy(questions.keys(), (position) => questions[position]?.topicId ?? null)].flatMap(
    ([topicId, members]) => (topicId === null ? [] : [{ topicId, ...groupOf(members, vectors) }]),
  );
  const added: { conversationId: string; topicId: string }[] = [];
  const left: number[] = [];
  for (const [position, question] of questions.entries()) {
    if (position % 100 === 0) await setImmediate();
    if (question.topicId !== null) continue;
    const vector = vectors[position] ?? new Map();
    const topic = vector.size > 0 ? nearestOf(known, vector, least) : undefined;
    if (topic) added.push({ conversationId: question.conversationId, topicId: topic.topicId });
    else left.push(position);
  }

  const room = Math.min(newMost, topicsMax - (await topics.countTopics(db)));
  const groups = (await grouped(left, vectors, { leastAlike: least, pause: () => setImmediate() }))
    .filter(({ members }) => customersIn(members, questions) >= topicSizeMin)
    .slice(0, Math.max(0, room));
  for (const { members } of groups) {
    const name = await nameTopic(context, { members: members.map((position) => texts[position] ?? ''), all: texts });
    if (!name) continue;
    const topicId = await topics.insertTopic(db, name);
    for (const position of members) {
      const conversationId = questions[position]?.conversationId;
      if (conversationId) added.push({ conversationId, topicId });
    }
  }
  const count = await topics.addToTopics(db, added);
  if (count > 0) await publishChange(context, { frame: { type: 'topics_updated' } });
  return count;
}

/** Counts the customers of some questions: one who asks five times makes no topic. */
const customersIn = (members: readonly number[], questions: readonly topics.Question[]): number =>
  new Set(members.map((position) => questions[position]?.visitorId ?? questions[position]?.conversationId)).size;
