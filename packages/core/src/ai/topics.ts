/** Topics that are always a person's, in the words of whoever runs the installation. */
import { tokensOf } from '@parley/contracts/search-text';

/** The first topic that a text speaks of, or null: its words in their order, each perhaps with an ending. */
export function topicIn(text: string, topics: readonly string[]): string | null {
  if (topics.length === 0) return null;
  const said = tokensOf(text).map(({ word }) => word);
  return (
    topics.find((topic) =>
      speaksOf(
        said,
        tokensOf(topic).map(({ word }) => word),
      ),
    ) ?? null
  );
}

const speaksOf = (said: readonly string[], topic: readonly string[]): boolean =>
  topic.length > 0 && said.some((_, at) => topic.every((word, index) => isForm(said[at + index] ?? '', word)));

/** Short words and those of scripts without endings are meant as they are. */
const isForm = (word: string, topic: string): boolean => (topic.length < 4 ? word === topic : word.startsWith(topic));
