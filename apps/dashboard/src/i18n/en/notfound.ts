import { catalogue } from '../catalogue.ts';

export const notFound = catalogue('notfound', {
  notFound: '404 Page Not Found',
  goToDashboard: 'Go to Dashboard',
  didYouForget: 'Did you forget to add the page to the router?',
});
