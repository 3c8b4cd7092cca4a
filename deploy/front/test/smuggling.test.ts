import { buildFront } from '../src/app.ts';
import { addressOf } from './raw.ts';
import { describeSmuggling } from './smuggling.ts';
import { frontConfig } from './stand-ins.ts';

describeSmuggling('npm start’s front', async (api) => {
  const app = buildFront({ ...frontConfig(), api: [api] });
  await app.listen({ host: '127.0.0.1', port: 0 });
  return { url: addressOf(app.server), stop: () => void app.close() };
});
