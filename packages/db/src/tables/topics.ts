import type { TopicNaming } from '@parley/contracts/topics/topics';
import type { Defaulted, DefaultedInstant, Instant } from './columns.ts';

export interface TopicsTable {
  id: Defaulted<string>;
  name: string;
  namedBy: TopicNaming;
  /** Most telling words. */
  words: string[];
  isHidden: Defaulted<boolean>;
  createdAt: DefaultedInstant;
  updatedAt: DefaultedInstant;
}

export interface ConversationTopicsTable {
  conversationId: string;
  topicId: string;
}

/** Stores when topics were looked for last, in one row. */
export interface TopicSearchTable {
  id: Defaulted<boolean>;
  searchedAt: Instant;
}

export interface TopicTables {
  topics: TopicsTable;
  conversationTopics: ConversationTopicsTable;
  topicSearch: TopicSearchTable;
}
