import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  skip: '本文へ移動',
  optional: '任意',
  signIn: 'ログイン',
  requestId: '続く場合は、この番号をサポートにお伝えください：{id}',
  language: '言語',
  password: 'パスワード',
  newPassword: '新しいパスワード',
  show: '表示',
  hide: '隠す',
  noConnection: '接続がありません。何も失われていません。オンラインに戻ってからもう一度お試しください。',
  failed: 'サービスが正しく応答しませんでした。少し待ってお試しください。',
  stillBusy: 'サービスが混み合っています。1分後にお試しください。',
} satisfies Texts<typeof en>
