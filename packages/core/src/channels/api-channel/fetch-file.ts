/**
 * Fetches files of the programs of API channels: those that they name by their addresses, which may lead anywhere, and
 * those that came with a call and wait in the storage.
 */
import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { apiChannel as contract } from '@parley/contracts/channels/api-channel';
import { localize } from '@parley/contracts/i18n/server-texts';
import { CallFailed, isTransientStatus } from '../../external/answer.ts';
import type { ExternalContext } from '../../external/services.ts';
import { partKey } from '../../files/parts.ts';
import { refuseWithoutRoom } from '../../files/uploads.ts';
import { type FileStorage, ObjectMissing, writeObject } from '../../storage/storage.ts';

const timeoutMs = 60_000;

const prefix = 'stored:';

/** Stores a file that came with a call until its event is understood; what nobody asks for is removed after a day. */
export async function storeFile(storage: FileStorage, bytes: Uint8Array): Promise<string> {
  await refuseWithoutRoom(storage, bytes.length);
  const id = randomUUID();
  await writeObject(storage, partKey(id, 0), Readable.from([bytes]));
  return id;
}

/** Returns the reference of a file: its address, or its place in the storage. */
export const referenceOf = ({ url, part }: { url?: string; part?: string }): string => url ?? `${prefix}${part}`;

/** Removes a file that came with a call, once it is a file of its message. */
export async function forgetFile({ external }: ExternalContext, reference: string): Promise<void> {
  if (reference.startsWith(prefix)) await external.files?.remove(partKey(reference.slice(prefix.length), 0));
}

async function readStored(storage: FileStorage | null, id: string): Promise<Buffer> {
  try {
    if (storage) return await buffer((await storage.read(partKey(id, 0))).bytes);
  } catch (error) {
    if (!(error instanceof ObjectMissing)) throw error;
  }
  throw new CallFailed(localize('files_gone'), { transient: false });
}

/** @throws CallFailed, final where there is no file; OutboundError, also for an address that may not be called */
export async function fetchFile({ external }: ExternalContext, reference: string): Promise<Buffer> {
  if (reference.startsWith(prefix)) return readStored(external.files, reference.slice(prefix.length));
  const url = reference;
  const { status, bytes } = await external.outbound.request(url, {
    timeoutMs,
    maxBytes: contract.customers.largestFetched,
  });
  if (status === 200) return bytes;
  throw new CallFailed(localize('answered', { host: new URL(url).host, status }), {
    responseStatus: status,
    transient: isTransientStatus(status),
  });
}
