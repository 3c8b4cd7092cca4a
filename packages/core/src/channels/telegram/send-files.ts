/** Sends files to customers: in the form that Telegram shows best, several of a kind as one album. */
import type { Attachment } from '@parley/contracts/messages/attachments';
import type { ExternalContext } from '../../external/services.ts';
import type { OutgoingMessage } from '../customers/answers.ts';
import { formatted } from './entities.ts';
import { callInTurn, replying } from './send.ts';

/** Type that a file is sent as, equal to the parameter's name. https://core.telegram.org/bots/api#sendphoto */
type SentAs = 'photo' | 'video' | 'audio' | 'document';

const methods: Readonly<Record<SentAs, string>> = {
  photo: 'sendPhoto',
  video: 'sendVideo',
  audio: 'sendAudio',
  document: 'sendDocument',
};

const photoMaxBytes = 10 * 1024 * 1024;
/** Width and height together, in pixels. */
const photoMaxEdges = 10_000;
const photoMaxRatio = 20;

function sentAs({ type, size, width, height }: Pick<Attachment, 'type' | 'size' | 'width' | 'height'>): SentAs {
  if (type === 'video/mp4') return 'video';
  if (type === 'audio/mpeg' || type === 'audio/mp4' || type === 'audio/x-m4a') return 'audio';
  const isPhoto = type === 'image/jpeg' || type === 'image/png' || type === 'image/webp';
  if (!isPhoto || width === null || height === null) return 'document';
  const fits = size <= photoMaxBytes && width + height <= photoMaxEdges;
  return fits && Math.max(width / height, height / width) <= photoMaxRatio ? 'photo' : 'document';
}

/** Files of the same group can be one album. https://core.telegram.org/bots/api#sendmediagroup */
export function groupOf(file: Attachment): string {
  const as = sentAs(file);
  return as === 'photo' || as === 'video' ? 'seen' : as;
}

/**
 * Sends files of one group, up to ten, and returns Telegram's id of the first message.
 * @throws CustomerUnreachable if the bot is blocked, UnknownOutcome, CallFailed, OutboundError
 */
export async function sendFiles(
  context: ExternalContext,
  address: string,
  { text: caption, marks, files, replyTo }: OutgoingMessage,
): Promise<string> {
  const called = files.map(({ attachment: { name, type }, bytes }, index) => ({
    field: `file${index}`,
    name,
    type: type ?? 'application/octet-stream',
    bytes,
  }));
  const media = files.map(({ attachment }, index) => ({
    type: sentAs(attachment),
    media: `attach://file${index}`,
    ...(index === 0 && caption !== '' && { caption, ...formatted('caption_entities', marks) }),
  }));
  const [only, further] = media;
  if (!only || further) return callInTurn(context, address, 'sendMediaGroup', { media, ...replying(replyTo) }, called);
  const { type, media: reference, ...words } = only;
  return callInTurn(context, address, methods[type], { [type]: reference, ...words, ...replying(replyTo) }, called);
}
