import { catalogue } from '../catalogue.ts';

export const mailboxAccess = catalogue('mailboxaccess', {
  clients: 'OAuth clients',
  googleClientId: 'Google client ID',
  googleClientSecret: 'Google client secret',
  microsoftClientId: 'Microsoft client ID',
  microsoftClientSecret: 'Microsoft client secret',
  tenant: 'Microsoft directory',
  otherName: 'Name of the provider',
  issuer: 'Issuer',
  authorizationUrl: 'Authorization URL',
  tokenUrl: 'Token URL',
  deviceUrl: 'Device code URL',
  revocationUrl: 'Revocation URL',
  scopes: 'Scopes',
  otherClientId: 'Client ID',
  otherClientSecret: 'Client secret',
});
