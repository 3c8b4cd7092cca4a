import type { FileTexts } from './en.ts';

const texts: FileTexts = {
  files: '文件',
  uploading: '正在上传…',
  checking: '正在检查…',
  remove: '移除 {name}',
  open: '放大 {name}',
  save: '保存 {name}',
  close: '关闭图片',
  tooMany: '一条消息最多可附 {count} 个文件。',
  overLimit: '超过 {size}',
  rate_limited: '已达到每天可发送的上限',
  files_waiting: '请先发送消息，再添加更多文件',
  notHere: '此处无法发送文件',
  later: '我们的团队回复后，您就可以发送文件。',
  unavailable: '我们暂时无法接收文件',
  failed: '上传失败',
  type: '无法发送此类型的文件',
  unreadable: '无法打开此图片',
  too_large: '此图片分辨率过高',
  infected: '病毒扫描程序发现了威胁',
  unchecked: '无法扫描此文件',
  incomplete: '上传已中断',
  program: '无法发送程序和脚本',
  damaged: '此文件已损坏，或内容与文件名不符',
  unsafe: '打开此文件可能有危险',
  active_content: '此处无法发送包含活动内容的文件',
};

export default texts;
