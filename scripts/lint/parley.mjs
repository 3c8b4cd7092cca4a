/** The lint rules of this repository, as oxlint takes them: a plugin. */
import { noBareText } from './bare-text.mjs';
import { importDirection } from './import-direction.mjs';

export default {
  meta: { name: 'parley' },
  rules: { 'import-direction': importDirection, 'no-bare-text': noBareText },
};
