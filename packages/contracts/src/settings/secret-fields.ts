/**
 * Secret fields of the settings are marked in their schema. Everything is derived from that mark: they are
 * encrypted at rest, answered as a mask, kept when the mask comes back, encrypted again after APP_SECRET changes.
 */
import * as Type from 'typebox';

/** Mask that responses contain in place of a stored secret; posting it back keeps the stored one. */
export const secretMask = '••••••••';

const description = `Answered as ${secretMask} when stored`;
const addressPattern = 'https?://[^\\s]+';

/** A password, key or token. */
export const Secret = Type.String({ maxLength: 2000, description, 'x-secret': 'text' });

/** An http(s) address. */
export const Address = Type.String({
  maxLength: 2000,
  pattern: `^${addressPattern}$`,
  examples: ['https://hooks.example.com/parley'],
});

/** Address, or the mask, which keeps the stored one. */
export const KeptAddress = Type.String({ ...Address, pattern: `^(${secretMask}|${addressPattern})$` });

/** Secret address: every caller that knows it may post to it. Empty, an http(s) address, or the mask. */
export const SecretAddress = Type.String({
  maxLength: 2000,
  pattern: `^(|${secretMask}|${addressPattern})$`,
  examples: [''],
  description,
  'x-secret': 'address',
});

/** Host of the secret address in `field` of the same section, the only part of it that is shown. */
export const HostOf = (field: string) =>
  Type.String({
    maxLength: 2000,
    description: `The host of the stored ${field}, to know it by; ignored in a change`,
    readOnly: true,
    'x-host-of': field,
  });

/** Marks a field that controls where messages go or their sender name; only security managers change it. */
export const Guarded = <S extends Type.TSchema>(schema: S): S => ({ ...schema, 'x-guarded': true });

/** The fields of a section that are guarded; secrets are. */
export const guardedOf = (section: Type.TObject): string[] =>
  Object.entries(section.properties).flatMap(([name, schema]) =>
    'x-guarded' in schema || 'x-secret' in schema ? name : [],
  );

export type SecretKind = 'text' | 'address';

/** The secret fields of a section, and what kind each is. */
export function secretsOf(section: Type.TObject): Map<string, SecretKind> {
  const secrets = new Map<string, SecretKind>();
  for (const [name, schema] of Object.entries(section.properties)) {
    const kind = 'x-secret' in schema ? schema['x-secret'] : undefined;
    if (kind === 'text' || kind === 'address') secrets.set(name, kind);
  }
  return secrets;
}

/** The fields of a section that show a secret address's host, with the field of the address. */
export function hostsOf(section: Type.TObject): Map<string, string> {
  const hosts = new Map<string, string>();
  for (const [name, schema] of Object.entries(section.properties)) {
    const field = 'x-host-of' in schema ? schema['x-host-of'] : undefined;
    if (typeof field === 'string') hosts.set(name, field);
  }
  return hosts;
}
