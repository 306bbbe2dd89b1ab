import type { Texts } from '#i18n/texts.ts'
import shared from '#ui/messages/ja.ts'
import type en from './en.ts'

export default {
  ...shared,
  retry: 'もう一度試す',
  loading: '読み込み中',
  leave: 'このページを離れますか。入力した内容は送信されておらず、失われます。',
  newVersion: '新しい版があります。',
  useNewVersion: '今すぐ使う',
  loadFailed: 'サービスが正しく応答しませんでした。この端末にある内容を表示しています。',
  removePhoto: '写真を外す',
  takePhoto: '写真を撮る',
  anotherPhoto: 'もう1枚撮る',
  photoFailed: 'このファイルは写真として読めませんでした。撮り直してください。',
  otherTitle: '現在ここには{name}さんがサインインしています',
  otherText:
    'このページは{name}さんのものです。内容は表示も送信もされません。{name}さんの作業はこの端末に残ります。',
  goOnAs: '{name}さんとして続ける',
  signInAs: '{name}さんとしてサインイン',
  scanCamera: 'カメラを使う',
  scanHint: 'カメラをステッカーに向けてください。部屋が自動で開きます。',
  scanRefused: 'ここではカメラが許可されていません。コードを入力するか、ブラウザーの設定で許可してください。',
  scanNoCamera: 'ここではカメラを使えません。コードを入力してください。',
  scanStop: 'カメラを止める',
  torchOn: 'ライトをつける',
  torchOff: 'ライトを消す',
  sent: '送信済み',
  waits: '送信待ち',
  settled: '反映されませんでした',
  needsYou: '確認が必要',
} satisfies Texts<typeof en>
