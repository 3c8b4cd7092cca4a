import { channel, section } from './channel.ts';
import { MetaAccount, metaAccountDefaults, metaAccountNeeds, metaCustomers } from './meta.ts';

/** A Facebook page that customers write to by Messenger. */
export const messenger = channel({
  id: 'messenger',
  name: 'Messenger',
  docs: 'messenger-and-instagram',
  queue: 'messenger',
  repeatable: false,
  // https://developers.facebook.com/docs/messenger-platform/reference/send-api
  customers: { ...metaCustomers, longestMessage: 2_000 },
  api: 'https://graph.facebook.com/v23.0',
  settings: section('messengerConfig', MetaAccount('ID of the Facebook page'), metaAccountDefaults, metaAccountNeeds),
});
