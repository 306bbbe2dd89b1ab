import { Type } from 'typebox'
import { issueName } from '#contracts/catalogue/names.ts'
import { Id } from '#contracts/kit/text.ts'
import type { VisitorLanguage } from '#contracts/kit/vocabulary.ts'
import type { NotificationKind } from '#contracts/preferences.ts'
import { outlineOf } from '#server/modules/feedback/public.ts'
import { problemTitle, readTaskFacts, type TaskFacts } from '#server/modules/tasks/public.ts'
import { defineDeskMail } from '#server/platform/mail/define.ts'
import { deskLanguage, layout } from '#server/platform/mail/layout.ts'
import { byChannels, channelsFor, leads, type Reader, readReader } from '#server/platform/mail/members.ts'
import { sampleId, samplePlace, sampleTime, sampleZone } from '#server/platform/mail/samples.ts'
import { moment, priorityFact, taskFact, whereFacts } from '#server/platform/mail/shared-texts.ts'
import { placeLine, pushWords } from '#server/platform/push/words.ts'

interface AlertNotice {
  /** of the alert rule, as the tenant calls it */
  readonly rule: string
  /** what was reported, in words */
  readonly category: string
  /** subject: the task, or the report if it joined a task about something else */
  readonly about: string
  /** 1 to 5; null if none was given */
  readonly rating: number | null
  /** the amenity with its location */
  readonly room: string
  readonly building: string
  /** ISO 8601, shown in `timeZone` */
  readonly reportedAt: string
  /** IANA, of the building */
  readonly timeZone: string
  /** the task; null if the rule opens none */
  readonly task: Pick<TaskFacts, 'number' | 'title' | 'priority' | 'assigneeName'> | null
  /** address of the task, or of the submission */
  readonly link: string
}

/** The kind of notification, which a reader may switch off. */
const kindOf = (reader: Reader, task: TaskFacts | undefined): NotificationKind => {
  if (!task) return 'alert'
  return leads(reader) ? 'urgentTask' : 'taskNew'
}

/** Notifies people of a report. Sent at once, also in quiet hours, because a rule requires it. */
export const alertNotice = defineDeskMail({
  name: 'alert-notice',
  data: Type.Object({
    userId: Id,
    ruleName: Type.String(),
    feedbackId: Id,
    category: Type.String(),
    /** absent if the rule opens none */
    taskId: Type.Optional(Id),
  }),
  prepare: async (ctx, data, instead) => {
    const { userId, ruleName, feedbackId, category, taskId } = data
    const reader = await readReader(ctx, userId)
    const report = await outlineOf(ctx, feedbackId)
    const [task] = taskId === undefined ? [] : await readTaskFacts(ctx, [taskId])
    const isOver = taskId !== undefined && (!task || task.merged || task.status === 'DONE')
    const ways = reader && channelsFor(reader, kindOf(reader, task))
    if (!ways || !report || isOver) return undefined
    const named = (language: VisitorLanguage) => problemTitle(ctx, report.amenityId, category, language)
    const own = task?.category === category ? task : undefined
    const readerLanguage = deskLanguage(reader.language)
    const what = await named(readerLanguage)
    const path = task ? `/app/work/tasks/${task.id}` : `/app/feedback/${feedbackId}`
    const facts: AlertNotice = {
      rule: ruleName,
      category: what,
      about: own?.titleIn(readerLanguage) ?? (task ? what : report.room),
      rating: report.rating,
      room: report.room,
      building: report.building,
      reportedAt: report.createdAt.toISOString(),
      timeZone: reader.ownTimeZone ?? report.timeZone,
      task: task ? { ...task, title: task.titleIn(readerLanguage) } : null,
      link: `${ctx.platform.config.baseUrl}${path}`,
    }
    const { language, words } = pushWords(reader.language)
    return {
      to: reader.email,
      language: reader.language,
      ...byChannels(ways, instead, facts, {
        userId,
        note: {
          title: `${task?.priority === 'URGENT' ? words.urgent : ruleName}: ${own?.titleIn(language) ?? (await named(language))}`,
          body: placeLine(facts),
          path,
          tag: task ? `task-${task.id}` : `feedback-${feedbackId}`,
          language,
          urgent: true,
        },
        orMail: { mail: 'alert-notice', data },
      }),
    }
  },
  sample: (base, language) => ({
    ...samplePlace(language),
    rule: { en: 'Poor ratings', de: 'Schlechte Bewertungen' }[language],
    category: issueName('NOT_CLEAN', language),
    about: samplePlace(language).room,
    rating: 2,
    reportedAt: sampleTime,
    timeZone: sampleZone,
    task: null,
    link: `${base}/app/feedback/${sampleId}`,
  }),
  words: (data, language) => {
    const { task } = data
    const isUrgent = task?.priority === 'URGENT'
    const words = {
      en: {
        subject: `${isUrgent ? 'Urgent' : data.rule}: ${data.about}`,
        heading: 'A visitor has reported something',
        rule: 'Rule',
        what: 'What',
        rating: 'Rating',
        of: (rating: number) => `${rating} of 5`,
        at: 'Reported',
        assignee: 'Assigned to',
        nobody: 'Unassigned',
        button: task ? 'Open the task' : 'Open the report',
        footer: `You get this email because of an alert rule of your team.${task ? '' : ' The rule creates no task.'}`,
      },
      de: {
        subject: `${isUrgent ? 'Dringend' : data.rule}: ${data.about}`,
        heading: 'Ein Besucher hat etwas gemeldet',
        rule: 'Regel',
        what: 'Was',
        rating: 'Bewertung',
        of: (rating: number) => `${rating} von 5`,
        at: 'Gemeldet',
        assignee: 'Zugewiesen an',
        nobody: 'Nicht zugewiesen',
        button: task ? 'Aufgabe öffnen' : 'Meldung öffnen',
        footer: `Sie erhalten diese E-Mail wegen einer Alarmregel Ihres Teams.${task ? '' : ' Die Regel erstellt keine Aufgabe.'}`,
      },
    }[language]
    return layout({
      language,
      subject: words.subject,
      heading: words.heading,
      blocks: [
        {
          kind: 'facts',
          rows: [
            ...(task ? [taskFact(task.number, task.title, language)] : []),
            { label: words.rule, value: data.rule },
            ...whereFacts(data, language),
            { label: words.what, value: data.category },
            ...(data.rating === null ? [] : [{ label: words.rating, value: words.of(data.rating) }]),
            { label: words.at, value: moment(data.reportedAt, data.timeZone, language) },
            ...(task
              ? [
                  priorityFact(task.priority, language),
                  { label: words.assignee, value: task.assigneeName ?? words.nobody },
                ]
              : []),
          ],
        },
        { kind: 'button', label: words.button, url: data.link },
      ],
      footer: words.footer,
    })
  },
})
