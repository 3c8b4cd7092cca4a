/** Names topics: by the model where one is set up, otherwise by their most telling words. */
import { topicNameMaxLength } from '@parley/contracts/topics/limits';
import { namePattern } from '@parley/contracts/schema';
import type { TopicNaming } from '@parley/contracts/topics/topics';
import type { ExternalContext } from '../../external/services.ts';
import { isOutOfTokens, limitsOf } from '../budget.ts';
import { jsonOf, preamble, textOf } from '../copilot/ask-model.ts';
import { stemsOf } from '../grounding/check.ts';
import { modelAccess, modelName } from '../model-access.ts';
import { ModelFailed } from '../model.ts';
import { runModel } from '../run.ts';
import { commonStems, tellingWords, withoutAddresses } from './clusters.ts';

const promptVersion = 'topics-2026-11-1';
const patienceMs = 20_000;
const examplesMost = 12;
const longestExample = 300;
const wordsMost = 6;

const rules = `"questions" are by different customers of a company, about the same thing. Name that thing in two to five words, as a heading of a report, in the language of most of them. Names, numbers and addresses of customers are no part of it. "words" are frequent in them.
Answer {"name": "…"}`;

const oneLine = new RegExp(namePattern, 'u');
const suspicious = /[@/\\<>{}[\]|]|\d{3}|www\.|https?:/iu;

/**
 * Returns whether a text can name a topic: short, one line, no address or number, and most of its words occur in many
 * of the questions. What one customer wrote in order to become the name is in few of them.
 */
export function isName(name: string, common: ReadonlyMap<string, number>): boolean {
  const stems = [...stemsOf(name)];
  const known = stems.filter((stem) => common.has(stem)).length;
  return (
    name.length <= topicNameMaxLength &&
    oneLine.test(name) &&
    !suspicious.test(name) &&
    name.split(/\s+/u).length <= wordsMost &&
    stems.length > 0 &&
    known * 2 >= stems.length
  );
}

export interface TopicName {
  name: string;
  namedBy: TopicNaming;
  words: string[];
}

/** Returns the name of a topic; null if its texts have no word in common. */
export async function nameTopic(
  context: ExternalContext,
  { members, all }: { members: readonly string[]; all: readonly string[] },
): Promise<TopicName | null> {
  const words = tellingWords({ members, all });
  if (words.length === 0) return null;
  const byModel = await askForName(context, members, words);
  if (byModel) return { name: byModel, namedBy: 'model', words };
  const name = words.join(', ').slice(0, topicNameMaxLength);
  return { name: name.charAt(0).toUpperCase() + name.slice(1), namedBy: 'words', words };
}

async function askForName(
  context: ExternalContext,
  members: readonly string[],
  words: readonly string[],
): Promise<string | null> {
  const { aiConfig } = await context.settings.read();
  const access = aiConfig.enabled ? await modelAccess(context) : null;
  if (!access || (await isOutOfTokens(context, limitsOf(access, aiConfig)))) return null;
  const questions = members.slice(-examplesMost).map((text) => withoutAddresses(text).slice(0, longestExample));
  const subject = { kind: 'topics', conversationId: null, visitorId: null, promptVersion } as const;
  try {
    const run = await runModel(context, access, subject, {
      model: modelName(access, aiConfig.model),
      messages: [
        { role: 'system', content: `${preamble}\n${rules}` },
        { role: 'user', content: JSON.stringify({ questions, words }) },
      ],
      maxTokens: 60,
      json: true,
      timeoutMs: patienceMs,
    });
    const name = textOf(jsonOf(run.answer.text), 'name');
    const isFit = name !== undefined && isName(name, commonStems(members));
    await run.record(isFit ? 'answered' : 'unreadable');
    return isFit ? name : null;
  } catch (error) {
    if (!(error instanceof ModelFailed)) throw error;
    context.log.warn({ err: error }, 'the model named no topic');
    return null;
  }
}
