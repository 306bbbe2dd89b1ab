import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  subject: '{name} の点検のご案内',
  heading: '{name} の点検',
  lead: '{name} が、あなたとの点検を予定しています。',
  next: '電話でリンクを開くか、そこでコード {code} を入力してください。1 回だけ使え、14 日間有効です。',
  button: '電話を設定する',
  footer:
    'このメールは、{name} があなたのアドレスを入力したためお送りしています。お心当たりがない場合、何もする必要はありません。',
} satisfies Texts<typeof en>
