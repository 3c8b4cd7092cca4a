import type { Translation } from './translation.ts';

const translation: Translation = {};
export default translation;
