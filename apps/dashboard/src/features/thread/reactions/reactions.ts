import type { Message } from '@parley/contracts/entities';
import { reactToMessage } from '@parley/contracts/routes/conversations';
import { call } from '../../../api/call.ts';
import { toastFailure } from '../../../ui/toast/failure.ts';

/** Emoji that are offered; Telegram knows each of them. */
export const offeredEmoji = ['👍', '❤️', '🎉', '😁', '🙏', '👀', '🤔', '👎'] as const;

/** Puts an emoji on a message or takes it back. What changes arrives on the live channel. */
export const react = ({ conversationId, seq }: Message, emoji: string, isOn: boolean): void =>
  void call(reactToMessage, { params: { id: conversationId, seq }, body: { emoji, isOn } }).catch(toastFailure);
