/** The text files of a Git repository, as its default branch has them. */
import fs from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createOutbound } from '@parley/service/outbound';
import { clone, type HttpClient, listFiles, readBlob, resolveRef } from 'isomorphic-git';
import { isWanted } from './patterns.ts';
import { kindOfDocument } from './document-kinds.ts';
import type { RepositoryReading, RepositoryTask } from './reader.ts';
import { Unread } from './unread.ts';

const packMaxBytes = 64 * 1024 * 1024;
const fileMaxBytes = 1024 * 1024;
const allMaxBytes = 32 * 1024 * 1024;

/** Clones the newest commit alone, through the guard of outgoing calls. @throws Unread */
export async function readRepository(task: RepositoryTask): Promise<RepositoryReading> {
  const outbound = createOutbound({ allowPrivate: task.allowPrivate, maxBytes: packMaxBytes, timeoutMs: 120_000 });
  const http: HttpClient = {
    async request({ url, method = 'GET', headers = {}, body }) {
      const parts: Uint8Array[] = [];
      for await (const part of body ?? []) parts.push(part);
      const answer = await outbound.request(url, {
        method: method === 'POST' ? 'POST' : 'GET',
        headers,
        ...(parts.length > 0 && { body: Buffer.concat(parts) }),
      });
      const answered = (async function* () {
        yield new Uint8Array(answer.bytes);
      })();
      return { url, method, headers: answer.headers, statusCode: answer.status, statusMessage: '', body: answered };
    },
  };
  const dir = await mkdtemp(path.join(tmpdir(), 'parley-git-'));
  try {
    await clone({ fs, http, dir, url: task.url, depth: 1, singleBranch: true, noCheckout: true, noTags: true }).catch(
      () => {
        throw new Unread('repository');
      },
    );
    return await textFiles(dir, task);
  } finally {
    await Promise.allSettled([outbound.close(), rm(dir, { recursive: true, force: true })]);
  }
}

async function textFiles(dir: string, { include, exclude, maxFiles }: RepositoryTask): Promise<RepositoryReading> {
  const oid = await resolveRef({ fs, dir, ref: 'HEAD' });
  const paths = (await listFiles({ fs, dir, ref: 'HEAD' })).filter(
    (each) => kindOfDocument(null, each) === 'markdown' && isWanted(each, { include, exclude }),
  );
  const files: RepositoryReading['files'] = [];
  let bytes = 0;
  for (const each of paths.slice(0, maxFiles)) {
    const { blob } = await readBlob({ fs, dir, oid, filepath: each });
    bytes += blob.byteLength;
    if (bytes > allMaxBytes) throw new Unread('too_large');
    if (blob.byteLength <= fileMaxBytes) files.push({ path: each, bytes: blob });
  }
  return { files, more: paths.length > maxFiles };
}
