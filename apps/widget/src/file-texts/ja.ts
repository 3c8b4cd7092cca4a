import type { FileTexts } from './en.ts';

const texts: FileTexts = {
  files: 'ファイル',
  uploading: 'アップロード中…',
  checking: '確認中…',
  remove: '{name}を削除',
  open: '{name}を拡大',
  save: '{name}を保存',
  close: '画像を閉じる',
  tooMany: '1件のメッセージに添付できるファイルは{count}個までです。',
  overLimit: '{size}を超えています',
  rate_limited: '1日の上限に達しました',
  files_waiting: '先にメッセージを送信してから、ほかのファイルを添付してください',
  notHere: 'ここではファイルを送信できません',
  later: '担当者がお答えした後にファイルを送信できます。',
  unavailable: 'ただいまファイルを受け取れません',
  failed: 'アップロードできませんでした',
  type: 'この種類のファイルは送信できません',
  unreadable: 'この画像は開けません',
  too_large: 'この画像は解像度が高すぎます',
  infected: 'ウイルススキャンで脅威が見つかりました',
  unchecked: 'このファイルをスキャンできませんでした',
  incomplete: 'アップロードが中断されました',
  program: 'プログラムやスクリプトは送信できません',
  damaged: 'このファイルは壊れているか、ファイル名と内容が一致しません',
  unsafe: 'このファイルを開くと危険な可能性があります',
  active_content: 'アクティブコンテンツを含むファイルはここでは送信できません',
};

export default texts;
