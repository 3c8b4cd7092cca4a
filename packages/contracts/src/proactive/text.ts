/** Texts by language, beside the one for all others. Apart from the schemas: the widget itself chooses too. */
export interface TextByLanguage {
  text: string;
  variants: readonly { language: string; text: string }[];
}

/** Returns the text in a language, such as `pt-BR`, in its main language, or the one for all others. */
export function textIn({ text, variants }: TextByLanguage, language: string): string {
  const wanted = language.toLowerCase();
  return (
    [wanted, wanted.replace(/-.*/, '')].map((tag) => variants.find((each) => each.language === tag)).find(Boolean)
      ?.text ?? text
  );
}
