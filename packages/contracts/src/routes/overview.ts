import { Stats } from '../entities.ts';
import { route } from '../route.ts';

export const getStats = route({
  method: 'GET',
  path: '/api/stats',
  access: 'staff',
  tag: 'Overview',
  summary: 'The figures of the overview',
  responses: { 200: Stats },
});
