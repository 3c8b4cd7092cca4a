import { channelTexts } from '../i18n/catalogues/channels.ts';
import type { Language } from '../text/languages.ts';
import { conversationChannels } from './list.ts';

const translated = Object.keys(channelTexts.languages.en) as (keyof typeof channelTexts.languages.en)[];

/** Returns the name of a channel that conversations arrive through; of one that isn't known, its id. */
export function channelName(id: string, language: Language): string {
  const key = translated.find((each) => each === id);
  if (key) return channelTexts(language)(key);
  return conversationChannels.find((channel) => channel.id === id)?.name ?? id;
}
