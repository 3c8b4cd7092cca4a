import { listHelpArticles } from '@parley/contracts/routes/help';
import { listArticles } from '@parley/contracts/routes/knowledge';
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
  listArticles,
  listKnowledgeSources,
  listTools,
] as const;
