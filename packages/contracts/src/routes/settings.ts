import * as Type from 'typebox';
import { route } from '../route.ts';
import { allOptional, expected, Strict } from '../schema.ts';
import { provenSections, recentProof } from '../users/step-up.ts';
import { Settings, sectionSchemas, WidgetConfig } from '../settings/settings.ts';
import { imageBodyLimit } from './users.ts';

const tag = { name: 'Settings', description: 'The one record of settings.' };

/** The section with every field optional: what a change may hold, and what was seen of it. */
const partial = <P extends Type.TProperties>(section: Type.TObject<P>) =>
  Strict({ ...allOptional(section.properties), ...expected(section.properties) });

type Sections = typeof sectionSchemas;
/** A part of any section. */
const parts = Object.fromEntries(
  Object.entries(sectionSchemas).map(([name, section]) => [name, Type.Optional(partial<Type.TProperties>(section))]),
) as { [S in keyof Sections]: Type.TOptional<ReturnType<typeof partial<Sections[S]['properties']>>> };

/** Exactly one section, any part of it. Days of the business hours are given whole. */
export const SettingsChange = Strict(
  {
    ...parts,
    widgetConfig: Type.Optional(
      // An uploaded avatar arrives as a data URL; what is stored and answered is an address.
      partial(Strict({ ...WidgetConfig.properties, avatarUrl: Type.String({ maxLength: imageBodyLimit }) })),
    ),
  },
  { minProperties: 1, maxProperties: 1 },
);
export type SettingsChange = Type.Static<typeof SettingsChange>;

export const getSettings = route({
  method: 'GET',
  path: '/api/settings',
  access: 'staff',
  permission: 'settings.read',
  tag,
  summary: 'Get all settings, secrets masked',
  responses: { 200: Settings },
});

export const changeSettings = route({
  method: 'POST',
  path: '/api/settings',
  access: 'staff',
  permission: 'settings.change',
  tag,
  summary: 'Merge part of one section into the settings',
  description:
    `Of ${provenSections.map((section) => `\`${section}\``).join(', ')}, and of where messages go, every change asks for ` +
    `${recentProof} and is not made by an API key.`,
  refusals: ['conflict', 'session_required', 'step_up_required'],
  body: SettingsChange,
  bodyLimit: imageBodyLimit,
  responses: { 200: Settings },
});
