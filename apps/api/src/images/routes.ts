import { getImage } from '@parley/contracts/routes/users';
import { readImage } from '@parley/core/images/images';
import { handleRoute } from '../handle-route.ts';
import type { RegisterRoutes } from '../routes.ts';

export const imageRoutes: RegisterRoutes = (app, { context }) => {
  handleRoute(app, getImage, async ({ params, request, reply }) => {
    const etag = `"${params.name}"`;
    const { mime, bytes } = await readImage(context, params.name);
    reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('etag', etag)
      .header('content-security-policy', "default-src 'none'; sandbox")
      // Websites with the widget show the team's pictures.
      .header('cross-origin-resource-policy', 'cross-origin');
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.type(mime).send(bytes);
  });
};
