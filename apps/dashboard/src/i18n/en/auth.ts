import { catalogue } from '../catalogue.ts';

export const authWords = catalogue('auth', {
  welcomeBack: 'Welcome back!',
  loggedIn: 'Successfully logged in.',
  loginFailed: 'Login failed',
  accountCreated: 'Account created!',
  welcome: 'Welcome to Parley, {name}.',
  registrationFailed: 'Registration failed',
  loggedOut: 'Logged out',
  loggedOutHint: 'You have been successfully logged out.',
  logoutFailed: 'Logout failed',
});
