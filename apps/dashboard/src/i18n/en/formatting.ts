import { catalogue } from '../catalogue.ts';

/** Formatting of texts that are written. */
export const formatting = catalogue('formatting', {
  formatting: 'Formatting',
  show: 'Format text',
  strong: 'Bold',
  em: 'Italic',
  s: 'Strikethrough',
  link: 'Link',
  bulletList: 'Bulleted list',
  orderedList: 'Numbered list',
  blockquote: 'Quote',
  code: 'Code',
  address: 'Link address',
  setLink: 'Add link',
  unlink: 'Remove link',
  emoji: 'Emoji',
  findEmoji: 'Find an emoji',
  noEmoji: 'No emoji has this name.',
  noAddress: 'Enter a web address, such as https://example.com, or an email address.',
});
