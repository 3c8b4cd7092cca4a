/** Texts for the state of a file that is not available. */
import type { Attachment, RefusalReason } from '@parley/contracts/messages/attachments';
import { files } from '../../i18n/en/files.ts';

const reasons = {
  type: 'refusedType',
  unreadable: 'refusedPicture',
  too_large: 'refusedPixels',
  infected: 'refusedInfected',
  unchecked: 'refusedUnchecked',
  incomplete: 'refusedIncomplete',
  program: 'refusedProgram',
  damaged: 'refusedDamaged',
  unsafe: 'refusedUnsafe',
  active_content: 'refusedActive',
} as const satisfies Record<RefusalReason, string>;

/** Returns why a file is not available; null for one that is. */
export function stateWords({ state, reason }: Pick<Attachment, 'state' | 'reason'>): string | null {
  if (state === 'refused') return files(reasons[reason ?? 'unchecked']);
  if (state === 'receiving') return files('uploading');
  return state === 'checking' ? files('checking') : null;
}
