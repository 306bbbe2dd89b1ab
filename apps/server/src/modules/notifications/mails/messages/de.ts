import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  openTask: 'Aufgabe öffnen',
  assigned: {
    subject: 'Aufgabe für Sie: {title}',
    heading: 'Eine Aufgabe für Sie',
    footer:
      'Sie erhalten diese E-Mail, weil Ihnen die Aufgabe zugewiesen wurde. In Ihrem Profil wählen Sie, worüber Sie E-Mails erhalten.',
  },
  fresh: {
    subject: 'Neue Aufgabe: {title}',
    urgent: 'Dringend: {title}',
    heading: 'Eine nicht zugewiesene Aufgabe',
    footer: 'Sie erhalten diese E-Mail, weil Sie dieses Gebäude betreuen.',
  },
  reopened: {
    subject: 'Nicht behoben: {title}',
    heading: 'Laut Besucher nicht behoben',
    text: 'Die Aufgabe ist wieder offen.',
    footer:
      'Sie erhalten diese E-Mail, weil die Aufgabe Ihnen oder niemandem zugewiesen ist. In Ihrem Profil wählen Sie, worüber Sie E-Mails erhalten.',
  },
  resumed: {
    subject: 'Es geht weiter: {title}',
    heading: 'Eine Aufgabe ist nicht mehr zurückgestellt',
    text: 'Die Zurückstellung ist abgelaufen. Wenn die Arbeit noch nicht möglich ist, stellen Sie die Aufgabe noch einmal zurück.',
    footer:
      'Sie erhalten diese E-Mail, weil die Aufgabe Ihnen oder niemandem zugewiesen ist. In Ihrem Profil wählen Sie, worüber Sie E-Mails erhalten.',
  },
  told: {
    subject: 'Neues zu Ihrer Aufgabe: {title}',
    heading: 'Jemand hat zu Ihrer Aufgabe geschrieben',
    text: 'Wer diese Aufgabe vorher hatte, hat eine Notiz ergänzt. Öffnen Sie die Aufgabe, um sie zu lesen.',
  },
  withdrawn: {
    subject: 'Nicht mehr bei Ihnen: {title}',
    heading: 'Eine Aufgabe ist Ihnen nicht mehr zugewiesen',
    to: 'Sie ist jetzt {who} zugewiesen.',
    free: 'Sie ist jetzt niemandem zugewiesen.',
  },
  unheard: {
    subject: 'Niemand konnte informiert werden: {title}',
    heading: 'Über eine Aufgabe konnte niemand informiert werden',
    text: 'Sie ist {who} zugewiesen, aber dort hat niemand ein Konto. Bitte sagen Sie selbst Bescheid, oder weisen Sie die Aufgabe einer Person zu: Wer eine E-Mail-Adresse, aber kein Konto hat, erhält einen Link per E-Mail.',
    footer:
      'Sie erhalten diese E-Mail, weil Sie dieses Team leiten. In Ihrem Profil wählen Sie, worüber Sie E-Mails erhalten.',
  },
  urgent: {
    subject: 'Dringend: {title}',
    heading: 'Eine dringende Aufgabe',
    since: 'Seit',
    assignee: 'Zugewiesen an',
    nobody: 'Nicht zugewiesen',
    footer:
      'Sie erhalten diese E-Mail, weil Sie dieses Team leiten. In Ihrem Profil wählen Sie, worüber Sie E-Mails erhalten.',
  },
  news: {
    subject: '{count, plural, one {# Aufgabe} other {# Aufgaben}}: {first} und {more} weitere',
    heading:
      '{count, plural, one {# Aufgabe braucht Ihre Aufmerksamkeit} other {# Aufgaben brauchen Ihre Aufmerksamkeit}}',
    news: 'Neu',
    kinds: {
      'task-reopened': 'Laut Besucher nicht behoben',
      'task-unheard': 'Niemand konnte informiert werden',
      'urgent-task': 'Dringend',
      'task-assigned': 'Ihnen zugewiesen',
      'task-told': 'Neue Notiz aus dem Team',
      'task-resumed': 'Nicht mehr zurückgestellt',
      'task-withdrawn': 'Nicht mehr bei Ihnen',
      'task-new': 'Neu und nicht zugewiesen',
    },
    more: 'Und {more} weitere: Alle stehen in Ihrer Liste.',
    button: 'Liste öffnen',
    footer:
      'Sie erhalten diese E-Mail, weil diese Aufgaben Ihnen oder niemandem zugewiesen sind. In Ihrem Profil wählen Sie, worüber Sie E-Mails erhalten.',
  },
  sampleAssignee: 'Glanz GmbH',
  sampleWords: 'Es tropft noch.\nJetzt links.',
} satisfies Texts<typeof en>
