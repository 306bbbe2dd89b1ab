import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  confirm: {
    subject: 'Bitte bestätigen: E-Mails zu Ihrer Meldung: {room}',
    heading: 'Möchten Sie Neuigkeiten zu Ihrer Meldung per E-Mail?',
    lead: 'Wenn Sie bestätigen, schreiben wir Ihnen, wenn das Team antwortet und wenn es erledigt ist.',
    button: 'Bestätigen',
    footer:
      'Jemand hat diese Adresse zu einer Meldung eingetragen. Waren Sie das nicht, müssen Sie nichts tun: Sie erhalten keine weiteren E-Mails.',
  },
  outcome: {
    FIXED: {
      subject: 'Behoben: {room}',
      heading: 'Was Sie gemeldet haben, ist behoben',
      lead: 'Laut Team ist es erledigt. Stimmt das? Wenn nicht, sagen Sie es auf der Seite, dann wird die Aufgabe wieder geöffnet.',
      button: 'Rückmelden, ob es behoben ist',
    },
    REPLY: {
      subject: 'Antwort auf Ihre Meldung: {room}',
      heading: 'Eine Antwort auf Ihre Meldung',
      lead: 'Das Team hat Ihnen geschrieben:',
      button: 'Ihre Meldung öffnen',
    },
    footer:
      'Sie haben diese Adresse angegeben, um Neuigkeiten zu Ihrer Meldung zu erhalten. Wir verwenden sie für nichts anderes.',
    stop: 'Keine E-Mails mehr zu dieser Meldung',
    sampleReply: 'Vielen Dank.\nUm 15 Uhr kommt ein Installateur.',
  },
} satisfies Texts<typeof en>
