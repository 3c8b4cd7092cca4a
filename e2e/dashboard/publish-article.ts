import type { APIRequestContext } from 'playwright-core';

/** Publishes an article in English, for the assistant and the team. */
export async function publishArticle(
  request: APIRequestContext,
  url: string,
  text: { title: string; content: string },
): Promise<void> {
  const articles = `${url}/api/help/articles`;
  const { id } = await (await request.post(articles, { data: { locale: 'en', ...text } })).json();
  await request.post(`${articles}/${id}/translations/en/decision`, { data: { decision: 'publish' } });
}
