/** Describes the protocol to directories: RFC 7643, sections 5 to 7. */
import { scimPageMax, scimPath, scimSchemas } from '@parley/contracts/users/scim';

type Json = Record<string, unknown>;

const locationOf = (publicUrl: string, path: string): string => `${publicUrl}${scimPath}/${path}`;

export const serviceProviderConfig = (publicUrl: string): Json => ({
  schemas: [scimSchemas.serviceProviderConfig],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: scimPageMax },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'A token of Settings, Single sign-on.',
      specUri: 'https://www.rfc-editor.org/rfc/rfc6750',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: locationOf(publicUrl, 'ServiceProviderConfig') },
});

const list = (resources: Json[]): Json => ({
  schemas: [scimSchemas.list],
  totalResults: resources.length,
  startIndex: 1,
  itemsPerPage: resources.length,
  Resources: resources,
});

export const resourceTypes = (publicUrl: string): Json =>
  list([
    {
      schemas: [scimSchemas.resourceType],
      id: 'User',
      name: 'User',
      endpoint: '/Users',
      description: 'A user',
      schema: scimSchemas.user,
      schemaExtensions: [],
      meta: { resourceType: 'ResourceType', location: locationOf(publicUrl, 'ResourceTypes/User') },
    },
    {
      schemas: [scimSchemas.resourceType],
      id: 'Group',
      name: 'Group',
      endpoint: '/Groups',
      description: 'People who have a role, or are in a team, together',
      schema: scimSchemas.group,
      schemaExtensions: [],
      meta: { resourceType: 'ResourceType', location: locationOf(publicUrl, 'ResourceTypes/Group') },
    },
  ]);

const attribute = (name: string, about: Json = {}): Json => ({
  name,
  type: 'string',
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...about,
});

export const schemas = (publicUrl: string): Json =>
  list([
    {
      schemas: [scimSchemas.schema],
      id: scimSchemas.user,
      name: 'User',
      description: 'A user',
      attributes: [
        attribute('userName', { required: true, uniqueness: 'server' }),
        attribute('externalId', { caseExact: true }),
        attribute('displayName'),
        attribute('name', {
          type: 'complex',
          subAttributes: [attribute('formatted'), attribute('givenName'), attribute('familyName')],
        }),
        attribute('emails', {
          type: 'complex',
          multiValued: true,
          subAttributes: [
            attribute('value', { required: true }),
            attribute('type', { canonicalValues: ['work'] }),
            attribute('primary', { type: 'boolean' }),
          ],
        }),
        attribute('active', { type: 'boolean' }),
        attribute('groups', {
          type: 'complex',
          multiValued: true,
          mutability: 'readOnly',
          subAttributes: [
            attribute('value', { mutability: 'readOnly' }),
            attribute('$ref', { type: 'reference', referenceTypes: ['Group'], mutability: 'readOnly' }),
            attribute('display', { mutability: 'readOnly' }),
            attribute('type', { canonicalValues: ['direct'], mutability: 'readOnly' }),
          ],
        }),
      ],
      meta: { resourceType: 'Schema', location: locationOf(publicUrl, `Schemas/${scimSchemas.user}`) },
    },
    {
      schemas: [scimSchemas.schema],
      id: scimSchemas.group,
      name: 'Group',
      description: 'People who have a role, or are in a team, together',
      attributes: [
        attribute('displayName', { required: true, uniqueness: 'server' }),
        attribute('externalId', { caseExact: true }),
        attribute('members', {
          type: 'complex',
          multiValued: true,
          subAttributes: [
            attribute('value', { required: true, mutability: 'immutable' }),
            attribute('$ref', { type: 'reference', referenceTypes: ['User'], mutability: 'immutable' }),
            attribute('display', { mutability: 'readOnly' }),
            attribute('type', { canonicalValues: ['User'], mutability: 'immutable' }),
          ],
        }),
      ],
      meta: { resourceType: 'Schema', location: locationOf(publicUrl, `Schemas/${scimSchemas.group}`) },
    },
  ]);
