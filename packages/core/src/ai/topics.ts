/** Detects topics that always need a person, from the admin's list of words. */
import { tokensOf } from '@parley/contracts/filter/search-text';

/** Returns the first topic in a text, or null: its words in order, each with an optional ending. */
export function topicIn(text: string, topics: readonly string[]): string | null {
  if (topics.length === 0) return null;
  const tokens = tokensOf(text).map(({ word }) => word);
  return (
    topics.find((topic) =>
      speaksOf(
        tokens,
        tokensOf(topic).map(({ word }) => word),
      ),
    ) ?? null
  );
}

const speaksOf = (tokens: readonly string[], topic: readonly string[]): boolean =>
  topic.length > 0 && tokens.some((_, at) => topic.every((word, index) => isForm(tokens[at + index] ?? '', word)));

/** Short words and those of scripts without endings must match exactly. */
const isForm = (word: string, topic: string): boolean => (topic.length < 4 ? word === topic : word.startsWith(topic));
