import { listHelpArticles, listPublishedArticles } from '@parley/contracts/routes/help';
import { listKnowledgeSources } from '@parley/contracts/routes/knowledge-sources';
import { listPublications, listRehearsals } from '@parley/contracts/routes/rehearsals';
import { getSettings } from '@parley/contracts/routes/settings';
import { listTools } from '@parley/contracts/routes/tools';

/** Reads to repeat once a change is published or reverted: no frame covers most of them. */
export const changedReads = [
  listRehearsals,
  listPublications,
  getSettings,
  listHelpArticles,
  listPublishedArticles,
  listKnowledgeSources,
  listTools,
] as const;
