import { channel, section } from './channel.ts';
import { MetaAccount, metaAccountDefaults, metaAccountNeeds, metaCustomers } from './meta.ts';

/** A professional Instagram account that customers write direct messages to. */
export const instagram = channel({
  id: 'instagram',
  name: 'Instagram',
  docs: 'messenger-and-instagram',
  queue: 'instagram',
  repeatable: false,
  // 1,000 bytes: https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/messaging-api
  customers: { ...metaCustomers, longestMessage: 1_000 },
  api: 'https://graph.instagram.com/v23.0',
  settings: section(
    'instagramConfig',
    MetaAccount('ID of the professional Instagram account'),
    metaAccountDefaults,
    metaAccountNeeds,
  ),
});
