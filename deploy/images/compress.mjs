/**
 * Puts a `.br` and a `.gz` beside every text file below a folder, unless they are there, so that nothing is compressed
 * while somebody waits.   node compress.mjs FOLDER
 */
import fs from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const text = /\.(css|html|js|json|map|svg|txt|webmanifest)$/;
/** Below this, the headers weigh more than the saving. */
const worthwhileBytes = 512;

const [folder] = process.argv.slice(2);
for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true })) {
  const file = path.join(entry.parentPath, entry.name);
  if (!entry.isFile() || !text.test(file) || fs.existsSync(`${file}.br`)) continue;
  const content = fs.readFileSync(file);
  if (content.length < worthwhileBytes) continue;
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  fs.writeFileSync(`${file}.br`, brotliCompressSync(content, { params }));
  fs.writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
}
