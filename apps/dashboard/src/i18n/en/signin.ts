import { catalogue } from '../catalogue.ts';

export const signinWords = catalogue('signin', {
  realTime: 'Real-time Chat',
  realTimeHint:
    'An embeddable widget for your websites, over a live connection with typing indicators and read receipts.',
  assistant: 'AI Integration',
  assistantHint: 'Generated replies that answer at once, and a smart handoff when a person is wanted.',
  channels: 'Multi-channel Routing',
  channelsHint: 'Email, team chat and task boards hear of every conversation that needs them.',
  security: 'Enterprise Security',
  securityHint: 'Token-based authentication, rate limiting and GDPR compliance.',
  about: 'About Parley',
  claim: 'The right person answers every customer.',
  password: 'Password',
  signingIn: 'Signing in…',
  login: 'Login',
  fullName: 'Full name',
  username: 'Username',
  creatingAccount: 'Creating account…',
  register: 'Register',
  signIn: 'Sign in',
  product: 'Customer Service Platform',
  firstAccount: 'No accounts yet. The first one you create is the admin.',
});
