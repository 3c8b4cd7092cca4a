/** Runs in the process that reads crawled, uploaded and cloned documents. See `reader.ts`. */
import { answerTasks } from '../processes/limited-child.ts';
import { readDocument } from './read-document.ts';
import { readRepository } from './read-repository.ts';
import { readSitemap } from './read-html.ts';
import type { ReadAnswer, ReadingTask, RepositoryTask, SitemapTask } from './reader.ts';
import { Unread } from './unread.ts';

async function read(task: ReadingTask | SitemapTask | RepositoryTask): Promise<unknown> {
  if (task.task === 'sitemap') return readSitemap(task.bytes);
  return task.task === 'repository' ? readRepository(task) : readDocument(task);
}

answerTasks(async (task: ReadingTask | SitemapTask | RepositoryTask): Promise<ReadAnswer<unknown>> => {
  try {
    return { reading: await read(task) };
  } catch (error) {
    // The error's text may contain parts of the document and is not passed on.
    return { unread: error instanceof Unread ? error.reason : 'unreadable' };
  }
});
