import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  slack: 'Slack',
  help: 'Verbinden Sie Ihr Slack-Konto, um Aufgaben in Slack zu übernehmen und zu erledigen.',
  linked: 'Ihr Slack-Konto ist verbunden: Was Sie dort tun, gilt als von Ihnen getan.',
  link: 'Slack-Konto verbinden',
  linkOther: 'Anderes Konto verbinden',
  unlink: 'Verbindung lösen',
} satisfies Texts<typeof en>
