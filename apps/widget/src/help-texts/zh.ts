import type { HelpTexts } from './en.ts';

const texts: HelpTexts = {
  help: '帮助',
  search: '搜索答案',
  loading: '正在加载…',
  nothing: '未找到“{words}”',
  nothingHint: '请换用其他词语，或直接问我们。',
  failed: '暂时无法使用帮助。',
  back: '返回',
  helpful: '这篇文章有帮助吗？',
  yes: '有',
  no: '没有',
  thanks: '感谢您的反馈。',
  newTab: '打开完整文章',
  need: '还需要帮助吗？',
  write: '给我们留言',
};
export default texts;
