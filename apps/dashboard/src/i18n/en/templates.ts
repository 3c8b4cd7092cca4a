import { catalogue } from '../catalogue.ts';

/** Templates that a channel has approved. */
export const templateWords = catalogue('templates', {
  choose: 'Send template…',
  title: '{channel} template',
  template: 'Template',
  header: 'Header: {place}',
  body: 'Text: {place}',
  link: 'Link “{label}”: end of its address',
  example: 'For example {example}',
  preview: 'Preview',
  send: 'Send template',
  refresh: 'Reload templates',
  none: '{channel} has approved no text template for your account yet. Create one in the channel’s own manager, then reload.',
});
