import * as Type from 'typebox';
import { route } from '../route.ts';
import { Strict } from '../schema.ts';
import {
  AiConfig,
  BusinessHours,
  DataConfig,
  EmailConfig,
  RepresentativesMay,
  SecurityConfig,
  Settings,
  SlackConfig,
  TigonConfig,
  TrelloConfig,
  WidgetConfig,
} from '../settings.ts';
import { imageBodyLimit } from './people.ts';

const tag = 'Settings';

/** The section with every field optional: what a change may hold. */
const partial = <P extends Type.TProperties>(section: Type.TObject<P>) => Strict(Type.Partial(section).properties);

/** Exactly one section, any part of it. Days of the business hours are given whole. */
export const SettingsChange = Strict(
  {
    widgetConfig: Type.Optional(
      // An uploaded avatar arrives as a data URL; what is stored and answered is an address.
      partial(Strict({ ...WidgetConfig.properties, avatarUrl: Type.String({ maxLength: imageBodyLimit }) })),
    ),
    emailConfig: Type.Optional(partial(EmailConfig)),
    slackConfig: Type.Optional(partial(SlackConfig)),
    tigonConfig: Type.Optional(partial(TigonConfig)),
    trelloConfig: Type.Optional(partial(TrelloConfig)),
    aiConfig: Type.Optional(partial(AiConfig)),
    businessHours: Type.Optional(partial(BusinessHours)),
    securityConfig: Type.Optional(partial(SecurityConfig)),
    dataConfig: Type.Optional(partial(DataConfig)),
    representativesMay: Type.Optional(partial(RepresentativesMay)),
  },
  { minProperties: 1, maxProperties: 1 },
);
export type SettingsChange = Type.Static<typeof SettingsChange>;

export const getSettings = route({
  method: 'GET',
  path: '/api/settings',
  access: 'staff',
  tag,
  summary: 'All settings, secrets masked',
  responses: { 200: Settings },
});

export const changeSettings = route({
  method: 'POST',
  path: '/api/settings',
  access: 'staff',
  tag,
  summary: 'Merge a part of one section into the settings',
  body: SettingsChange,
  bodyLimit: imageBodyLimit,
  responses: { 200: Settings },
});
