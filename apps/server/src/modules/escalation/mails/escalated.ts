import { Type } from 'typebox'
import { EscalationLevel } from '#contracts/escalation/rules.ts'
import { Id, Timestamp } from '#contracts/kit/text.ts'
import { readTaskFacts, type TaskFacts } from '#server/modules/tasks/public.ts'
import { defineMail } from '#server/platform/mail/define.ts'
import { layout, mailLanguage } from '#server/platform/mail/layout.ts'
import { byChannels, readReader, slaChannelsFor } from '#server/platform/mail/members.ts'
import { sampleId, sampleTask, sampleTime } from '#server/platform/mail/samples.ts'
import { moment, priorityFact, taskFact, whereFacts } from '#server/platform/mail/shared-texts.ts'
import { placeLine, pushWords } from '#server/platform/push/words.ts'
import { levelIn } from '../reason.ts'
import { texts } from '../texts.ts'

interface Escalated
  extends Pick<TaskFacts, 'number' | 'title' | 'priority' | 'room' | 'building' | 'timeZone'> {
  /** as the tenant calls it */
  readonly rule: string
  readonly level: EscalationLevel
  /** ISO 8601, shown in `timeZone` */
  readonly dueAt: string
  /** name of the assignee; null if unassigned */
  readonly assignee: string | null
  /** BASE_URL/app/work/tasks/ID */
  readonly link: string
}

/** Notifies people that an escalation rule has acted. Sent at once, also in quiet hours, because a rule requires it. */
export const escalated = defineMail({
  name: 'escalated',
  data: Type.Object({
    userId: Id,
    taskId: Id,
    ruleId: Id,
    ruleName: Type.String(),
    level: EscalationLevel,
    dueAt: Timestamp,
  }),
  prepare: async (ctx, data, instead) => {
    const { userId, taskId, ruleName, level, dueAt } = data
    const reader = await readReader(ctx, userId)
    const [task] = await readTaskFacts(ctx, [taskId])
    if (!reader || !task || task.merged || task.status === 'DONE') return undefined
    const ways = slaChannelsFor(reader, task.assigneeUserIds.includes(userId))
    if (!ways) return undefined
    const { number, priority, room, building, assigneeName } = task
    const facts: Escalated = {
      number,
      title: task.titleIn(mailLanguage(reader.language)),
      priority,
      room,
      building,
      timeZone: reader.ownTimeZone ?? task.timeZone,
      rule: ruleName,
      level,
      dueAt,
      assignee: assigneeName,
      link: `${ctx.platform.config.baseUrl}/app/work/tasks/${taskId}`,
    }
    const { language, words } = pushWords(reader.language)
    return {
      to: reader.email,
      language: reader.language,
      ...byChannels(ways, instead, facts, {
        userId,
        note: {
          title: `${words.escalated}: ${facts.title}`,
          body: placeLine(task),
          path: `/app/work/tasks/${taskId}`,
          tag: `task-${taskId}`,
          language,
          urgent: true,
        },
        orMail: { mail: 'escalated', data },
      }),
    }
  },
  sample: (base, language): Escalated => ({
    ...sampleTask(language),
    rule: texts(language).sampleRule,
    level: { clock: 'RESOLVE', atPercent: 100 },
    dueAt: sampleTime,
    assignee: null,
    link: `${base}/app/work/tasks/${sampleId}`,
  }),
  words: (data, language) => {
    const words = texts(language)
    return layout({
      language,
      subject: words.subject({ title: data.title }),
      heading: words.heading,
      blocks: [
        {
          kind: 'facts',
          rows: [
            taskFact(data.number, data.title, language),
            ...whereFacts(data, language),
            priorityFact(data.priority, language),
            { label: words.assignee, value: data.assignee ?? words.nobody },
            { label: words.rule, value: data.rule },
            { label: words.when, value: levelIn(data.level, language) },
            { label: words.since, value: moment(data.dueAt, data.timeZone, language) },
          ],
        },
        { kind: 'button', label: words.button, url: data.link },
      ],
      footer: words.footer,
    })
  },
})
