/**
 * An obvious implementation to compare with: `@tus/server` with its own file store, and sharp in the same process. It
 * makes the very pictures that ours does, by the same calls.
 */
import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { remakePicture } from '@parley/core/files/pictures';
import { FileStore } from '@tus/file-store';
import { Server } from '@tus/server';
import { fileTypeFromFile } from 'file-type';

const directory = process.env['FILES_FOLDER'] ?? '';
await mkdir(directory, { recursive: true });

const server = new Server({
  path: '/files',
  datastore: new FileStore({ directory }),
  async onUploadFinish(_request, { id }) {
    const file = path.join(directory, id);
    const type = (await fileTypeFromFile(file))?.mime ?? '';
    if (type.startsWith('image/')) {
      const folder = `${file}-made`;
      await mkdir(folder);
      await remakePicture(file, type, folder);
    }
    return {};
  },
});

createServer((request, response) => {
  server.handle(request, response).catch(() => response.destroy());
}).listen(Number(process.env['PORT']), '127.0.0.1');
