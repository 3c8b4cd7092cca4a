import type { HelpTexts } from './en.ts';

const texts: HelpTexts = {
  help: 'ヘルプ',
  search: '答えを検索',
  loading: '読み込み中…',
  nothing: '「{words}」に一致するものはありません',
  nothingHint: '別の言葉で試すか、お問い合わせください。',
  failed: '現在ヘルプを利用できません。',
  back: '戻る',
  helpful: 'この記事は役に立ちましたか？',
  yes: 'はい',
  no: 'いいえ',
  thanks: 'ご意見ありがとうございます。',
  newTab: '記事全体を開く',
  need: 'まだお困りですか？',
  write: 'お問い合わせ',
};
export default texts;
