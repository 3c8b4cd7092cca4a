import { metrics } from '@parley/contracts/i18n/report-words/en';
import { catalogue } from '../catalogue.ts';

/** Names of the metrics of reports. */
export const metricWords = catalogue('metrics', metrics);
