/** Banners: what all visitors of a website should know now, such as an incident. */
import * as Type from 'typebox';
import { Id, Name, Nullable, Strict, Timestamp } from '../schema.ts';
import { outreachNameMaxLength } from './limits.ts';
import { outreachTexts } from './proactive.ts';

/** Fields that authors of a banner write. */
export const bannerFields = {
  name: Name({ maxLength: outreachNameMaxLength }),
  /** Websites that show it; empty for all. */
  websiteIds: Type.Array(Id, { maxItems: 200, uniqueItems: true }),
  ...outreachTexts,
  /** Page that it leads to. */
  link: Nullable(
    Type.String({ minLength: 1, maxLength: 2000, pattern: '^https?://', examples: ['https://example.com'] }),
  ),
  isDismissible: Type.Boolean(),
  /** It is shown beside the closed chat's button too. */
  isAtLauncher: Type.Boolean(),
  from: Timestamp,
  /** Null until it is ended by hand. */
  until: Nullable(Timestamp),
  /** Tag of the conversations that it is about, which can be answered together. */
  tagId: Nullable(Id),
};
export const BannerContent = Strict(bannerFields);
export type BannerContent = Type.Static<typeof BannerContent>;

export const Banner = Type.Object(
  {
    id: Id,
    ...bannerFields,
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { $id: 'Banner' },
);
export type Banner = Type.Static<typeof Banner>;

/** A banner as the widget gets it, while it is shown. */
export const ShownBanner = Type.Object({
  id: Id,
  ...outreachTexts,
  link: bannerFields.link,
  isDismissible: Type.Boolean(),
  isAtLauncher: Type.Boolean(),
  until: Nullable(Timestamp),
});
export type ShownBanner = Type.Static<typeof ShownBanner>;
