import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  subject: 'Eskaliert: {title}',
  heading: 'Die Frist einer Aufgabe läuft ab',
  rule: 'Regel',
  when: 'Wann',
  since: 'Seit',
  assignee: 'Zugewiesen an',
  nobody: 'Nicht zugewiesen',
  button: 'Aufgabe öffnen',
  footer:
    'Sie erhalten diese E-Mail wegen einer Eskalationsregel Ihres Teams. In Ihrem Profil wählen Sie, worüber Sie E-Mails erhalten.',
  sampleRule: 'Verspätet',
  atPercent:
    'bei {percent} % {clock, select, RESPOND {der Zeit zum Beginnen} RESOLVE {der Zeit zum Erledigen} other {der Zeit bis zum Termin}}',
  atEnd:
    'am Ende {clock, select, RESPOND {der Zeit zum Beginnen} RESOLVE {der Zeit zum Erledigen} other {der Zeit bis zum Termin}}',
  after:
    '{time} nach dem Ende {clock, select, RESPOND {der Zeit zum Beginnen} RESOLVE {der Zeit zum Erledigen} other {der Zeit bis zum Termin}}',
} satisfies Texts<typeof en>
