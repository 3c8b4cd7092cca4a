/** Reads crawled, uploaded and cloned documents in a process of its own (`limited-process.ts`). */
import path from 'node:path';
import type { SetAside } from '@parley/contracts/knowledge/knowledge';
import { createLimitedProcesses } from '../processes/limited-process.ts';

/** Why something could not be read. */
export type UnreadReason = 'unreadable' | 'empty' | 'too_large' | 'limits' | 'repository';

export interface ReadingTask {
  task: 'document';
  bytes: Uint8Array;
  /** Type from the server, if any; otherwise the name decides. */
  contentType: string | null;
  name: string;
  /** Base address of its links; null to drop them. */
  url: string | null;
}

export interface SitemapTask {
  task: 'sitemap';
  bytes: Uint8Array;
}

export interface RepositoryTask {
  task: 'repository';
  url: string;
  /** Whether it may be in a private network. */
  allowPrivate: boolean;
  include: string[];
  exclude: string[];
  maxFiles: number;
}

export interface DocumentReading {
  title: string;
  markdown: string;
  /** Language that the document declares. */
  language: string | null;
  canonical: string | null;
  /** Addresses of its translations, as it names them. */
  translations: string[];
  /** Its day; null if it has none. */
  datedOn: string | null;
  /** Texts of it that are no source. */
  setAside: SetAside[];
  links: string[];
  /** Whether its author wants it found, and its links followed. */
  mayIndex: boolean;
  mayFollow: boolean;
}

export interface SitemapReading {
  pages: string[];
  sitemaps: string[];
}

export interface RepositoryReading {
  files: { path: string; bytes: Uint8Array }[];
  /** Whether there were more than `maxFiles`. */
  more: boolean;
}

export type ReadAnswer<R> = { reading: R } | { unread: UnreadReason };

export interface KnowledgeReader {
  read(task: Omit<ReadingTask, 'task'>): Promise<ReadAnswer<DocumentReading>>;
  readSitemap(bytes: Uint8Array): Promise<ReadAnswer<SitemapReading>>;
  /** Its text files, cloned through the guard of outgoing calls. */
  readRepository(task: Omit<RepositoryTask, 'task'>): Promise<ReadAnswer<RepositoryReading>>;
  /** Ends the running tasks. */
  close(): Promise<void>;
}

const timeoutMs = 30_000;
const repositoryTimeoutMs = 180_000;

/** Beside this file: as it is here, or as `deploy/images/bundle.mjs` has made it. */
const program = path.join(import.meta.dirname, `knowledge-process${path.extname(import.meta.filename)}`);

export interface KnowledgeReaderOptions {
  timeoutMs?: number;
  /** Another program for the process. */
  program?: string;
}

/** Whatever makes the process end, or takes too long, is unread. */
export function createKnowledgeReader(options: KnowledgeReaderOptions = {}): KnowledgeReader {
  const processes = createLimitedProcesses(options.program ?? program);
  const ask = async <R>(task: ReadingTask | SitemapTask | RepositoryTask, patienceMs: number) =>
    (await processes.ask<ReadAnswer<R>>({ ...task }, patienceMs)) ?? { unread: 'limits' as const };
  return {
    read: (task) => ask<DocumentReading>({ task: 'document', ...task }, options.timeoutMs ?? timeoutMs),
    readSitemap: (bytes) => ask<SitemapReading>({ task: 'sitemap', bytes }, options.timeoutMs ?? timeoutMs),
    readRepository: (task) => ask<RepositoryReading>({ task: 'repository', ...task }, repositoryTimeoutMs),
    close: () => processes.close(),
  };
}
