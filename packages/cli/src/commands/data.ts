import { createWriteStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Import, importPartBytes, workingImportStates } from '@parley/contracts/imports/import';
import type { Parley } from '@parley/sdk';
import { type Command, textOption } from '../command.ts';
import { Failure, usageFailure } from '../failure.ts';
import { table } from '../output.ts';

/** Milliseconds between two looks at an import that the server works on. */
const lookEveryMs = 500;

export const exportAll: Command = {
  takes: '[FILE]',
  does: 'Export all conversations as JSON, with --files as a ZIP archive; without FILE to the output',
  options: { files: { type: 'boolean' } },
  async run({ words: [file], options, output, signIn }) {
    const { parley } = await signIn();
    const response = await parley.exportConversations({ query: { files: options['files'] === true } });
    if (!response.body) throw new Failure('The export is empty.');
    await pipeline(Readable.from(response.body), file === undefined ? process.stdout : createWriteStream(file));
    if (file !== undefined) output.result({ file, bytes: (await stat(file)).size }, `Exported to ${file}.`);
  },
};

export const importFile: Command = {
  takes: '[FILE]',
  does: 'Read a CSV or JSON file and show what it has; with --write create it',
  options: { write: { type: 'boolean' }, id: { type: 'string' } },
  async run(run) {
    const known = textOption(run, 'id');
    const [file] = run.words;
    if (known === undefined && file === undefined) throw usageFailure('Name the file.');
    const { parley } = await run.signIn();
    const id = known ?? (await upload(parley, file ?? ''));
    let now = await settled(parley, id);
    if (run.options['write'] === true && now.state === 'ready') {
      const body = { users: [], inboxes: [], attributes: [], statuses: [], without: [] };
      await parley.writeImport({ params: { id }, body });
      now = await settled(parley, id);
    }
    run.output.result(now, reportOf(now));
    if (now.state === 'failed') throw new Failure(now.reason ?? 'The import has failed.');
  },
};

/** Sends the file in parts. Returns the id of its import. */
async function upload(parley: Parley, file: string): Promise<string> {
  const handle = await open(file).catch(() => undefined);
  if (!handle) throw usageFailure(`${file} can’t be read.`);
  try {
    const { size } = await handle.stat();
    const { id } = await parley.startImport({ body: { source: 'file', file: { name: path.basename(file), size } } });
    for (let offset = 0; offset < size; offset += importPartBytes) {
      const part = Buffer.alloc(Math.min(importPartBytes, size - offset));
      await handle.read(part, 0, part.length, offset);
      await parley.appendImportFile({ params: { id }, query: { offset }, body: part });
    }
    return id;
  } finally {
    await handle.close();
  }
}

/** Waits until the server has finished its step. */
async function settled(parley: Parley, id: string): Promise<Import> {
  for (;;) {
    const now = await parley.readImport({ params: { id } });
    if (!workingImportStates.includes(now.state)) return now;
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
}

function reportOf({ id, state, counts, issues }: Import): string {
  const rows = counts.map(({ kind, found, created, matched, skipped }) => [
    kind,
    ...[found, created, matched, skipped].map(String),
  ]);
  return [
    `Import ${id} is ${state}.`,
    ...(rows.length > 0 ? [table([['', 'found', 'created', 'matched', 'skipped'], ...rows])] : []),
    ...issues.map(({ reason, kind, count }) => `${count} × ${kind}: ${reason.replaceAll('_', ' ')}`),
    ...(state === 'ready' ? [`Nothing is created yet. To create it: parley import --id ${id} --write`] : []),
  ].join('\n');
}
