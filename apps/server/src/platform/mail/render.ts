/** Every mail that the service sends, by name. Data is plain JSON, so that a job can carry it. */
import { type MailLanguage, mailLanguages, type RenderedMail } from './layout.ts'
import { alertNotice } from './templates/alert-notice.ts'
import { exportReady } from './templates/export-ready.ts'
import { invitation } from './templates/invitation.ts'
import { passwordReset } from './templates/password-reset.ts'
import { sessionEnded } from './templates/session-ended.ts'
import { signIn } from './templates/sign-in.ts'
import { statusChanged } from './templates/status-changed.ts'
import { subscriptionConfirm } from './templates/subscription-confirm.ts'
import { taskAssigned } from './templates/task-assigned.ts'
import { taskNew } from './templates/task-new.ts'
import { unlinkedSticker } from './templates/unlinked-sticker.ts'
import { urgentTask } from './templates/urgent-task.ts'
import { visitorOutcome } from './templates/visitor-outcome.ts'

export type { MailLanguage, RenderedMail } from './layout.ts'

export const templates = {
  'sign-in': signIn,
  invitation,
  'password-reset': passwordReset,
  'session-ended': sessionEnded,
  'task-assigned': taskAssigned,
  'task-new': taskNew,
  'urgent-task': urgentTask,
  'visitor-outcome': visitorOutcome,
  'subscription-confirm': subscriptionConfirm,
  'status-changed': statusChanged,
  'unlinked-sticker': unlinkedSticker,
  'alert-notice': alertNotice,
  'export-ready': exportReady,
} as const

export type TemplateName = keyof typeof templates
export type TemplateData<N extends TemplateName> = Parameters<(typeof templates)[N]>[0]

/** The subject, both texts and further headers of a mail, ready for `Mail.send` once `to` is added. */
export function renderMail<N extends TemplateName>(
  name: N,
  data: TemplateData<N>,
  language: MailLanguage,
): RenderedMail {
  const template = templates[name] as (data: TemplateData<N>, language: MailLanguage) => RenderedMail
  return template(data, language)
}

/** The language for a reader who prefers `wanted` (a language tag); English where mails do not speak it. */
export function mailLanguage(wanted: string | null | undefined): MailLanguage {
  const base = wanted?.toLowerCase().split('-', 1)[0]
  return mailLanguages.find((language) => language === base) ?? 'en'
}
