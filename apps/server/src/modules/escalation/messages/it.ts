import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  subject: 'Sollecito: {title}',
  heading: 'Il tempo per un compito sta per scadere',
  rule: 'Regola',
  when: 'Quando',
  since: 'Da',
  assignee: 'Assegnato a',
  nobody: 'Non assegnato',
  button: 'Apri il compito',
  footer:
    'Riceve questa e-mail per una regola di escalation del Suo team. Nel Suo profilo sceglie su cosa riceve e-mail.',
  sampleRule: 'In ritardo',
  atPercent:
    'al {percent} % {clock, select, RESPOND {del tempo per iniziare} RESOLVE {del tempo per finire} other {del tempo fino alla scadenza}}',
  atEnd:
    'alla fine {clock, select, RESPOND {del tempo per iniziare} RESOLVE {del tempo per finire} other {del tempo fino alla scadenza}}',
  after:
    '{time} dopo la fine {clock, select, RESPOND {del tempo per iniziare} RESOLVE {del tempo per finire} other {del tempo fino alla scadenza}}',
} satisfies Texts<typeof en>
