/** Products that are read by their API, each in a folder of its own. */
import type { ImportSourceId } from '@parley/contracts/imports/sources';
import type { ApiSource } from '../source.ts';
import { chatwoot } from './chatwoot/chatwoot.ts';
import { crisp } from './crisp/crisp.ts';
import { freshdesk } from './freshdesk/freshdesk.ts';
import { intercom } from './intercom/intercom.ts';
import { libredesk } from './libredesk/libredesk.ts';
import { zendesk } from './zendesk/zendesk.ts';

export const apiSources: Record<Exclude<ImportSourceId, 'file'>, ApiSource> = {
  chatwoot,
  crisp,
  freshdesk,
  intercom,
  libredesk,
  zendesk,
};
