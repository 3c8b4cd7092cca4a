/** The process that reads what was crawled, filed or cloned. See `reader.ts`. */
import { answerTasks } from '../limited-child.ts';
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
    // Words about what is wrong may hold some of it and stay here.
    return { unread: error instanceof Unread ? error.reason : 'unreadable' };
  }
});
