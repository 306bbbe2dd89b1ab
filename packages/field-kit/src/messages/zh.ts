import type { Texts } from '#i18n/texts.ts'
import shared from '#ui/messages/zh.ts'
import type en from './en.ts'

export default {
  ...shared,
  retry: '再试一次',
  loading: '正在加载',
  leave: '要离开吗？您在此填写的内容尚未发送，将会丢失。',
  newVersion: '有新版本。',
  useNewVersion: '立即使用',
  loadFailed: '服务没有正常回应。仍显示本机已有的内容。',
  removePhoto: '删除照片',
  takePhoto: '拍照',
  anotherPhoto: '再拍一张',
  photoFailed: '无法把此文件读作图片，请重新拍照。',
  otherTitle: '现在登录的是{name}',
  otherText: '此页面属于{name}，其中的内容不会显示，也不会发送。{name}的工作保存在这部手机上。',
  goOnAs: '以{name}的身份继续',
  signInAs: '以{name}的身份登录',
  scanCamera: '使用相机',
  scanHint: '将相机对准贴纸，房间会自动打开。',
  scanRefused: '此处不允许使用相机。请输入代码，或在浏览器设置中允许相机。',
  scanNoCamera: '此处无法使用相机，请输入代码。',
  scanStop: '关闭相机',
  torchOn: '打开手电筒',
  torchOff: '关闭手电筒',
  sent: '已发送',
  waits: '等待发送',
  settled: '未采用',
  needsYou: '需要您处理',
} satisfies Texts<typeof en>
