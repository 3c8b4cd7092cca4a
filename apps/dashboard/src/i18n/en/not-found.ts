import { catalogue } from '../catalogue.ts';

export const notFound = catalogue('notFound', {
  notFound: '404 Page Not Found',
  goToDashboard: 'Go to Dashboard',
  didYouForget: 'Did you forget to add the page to the router?',
});
