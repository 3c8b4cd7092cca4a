import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const texts = /\.(css|html|js|json|svg|txt|webmanifest)$/;
/** Below this, the headers weigh more than the saving. */
const worthwhileBytes = 512;

/** Puts a `.br` and a `.gz` beside every text, so that nothing is compressed during a request. */
export function compressed(): Plugin {
  return {
    name: 'parley-compressed',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        await Promise.all(
          Object.values(bundle).map(async (output) => {
            const content = Buffer.from(output.type === 'chunk' ? output.code : output.source);
            if (!texts.test(output.fileName) || content.length < worthwhileBytes) return;
            const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
            const files = {
              br: await promisify(brotliCompress)(content, { params }),
              gz: await promisify(gzip)(content, { level: 9 }),
            };
            for (const [ending, source] of Object.entries(files))
              this.emitFile({ type: 'asset', fileName: `${output.fileName}.${ending}`, source });
          }),
        );
      },
    },
  };
}
