import { Type } from 'typebox'
import { sayPlace } from '#contracts/kit/place.ts'
import { Id } from '#contracts/kit/text.ts'
import { readLinkedHeads } from '#server/modules/tasks/public.ts'
import { defineMail } from '#server/platform/mail/define.ts'
import { layout } from '#server/platform/mail/layout.ts'
import { sampleTask } from '#server/platform/mail/samples.ts'
import { taskFact, whereFacts } from '#server/platform/mail/shared-texts.ts'
import { languageFor } from './task-link.ts'
import { texts } from './texts.ts'

interface EndedWork {
  readonly number: number
  readonly title: string
  readonly room: string | null
  readonly building: string | null
}

interface Reader {
  task_id: string
  email: string
  languages: string[]
  locale: string | null
}

/** Nothing if the task was done meanwhile, or came back to the same operator. */
const readerText = `select l.task_id, o.email, o.languages, n.settings -> 'profile' ->> 'locale' as locale
  from operator_task_link l
  join operator o on o.tenant_id = $1 and o.id = l.operator_id
  join task t on t.tenant_id = $1 and t.id = l.task_id
  join tenant n on n.id = $1
  where l.tenant_id = $1 and l.id = $2 and o.email is not null and t.status <> 'DONE'
    and t.assignee_id is distinct from l.operator_id`

/** A task that was emailed as a link is assigned to somebody else or to nobody. */
export const taskLinkEnded = defineMail({
  name: 'task-link-ended',
  data: Type.Object({ linkId: Id }),
  prepare: async (ctx, { linkId }) => {
    const [reader] = await ctx.run<Reader>(readerText, [ctx.tenantId, linkId])
    if (!reader) return undefined
    const language = languageFor(reader)
    const task = (await readLinkedHeads(ctx, [reader.task_id], language)).get(reader.task_id)
    if (!task) return undefined
    const { number, title, building, amenity, location } = task
    const facts: EndedWork = { number, title, room: sayPlace(amenity, location) || null, building }
    return { to: reader.email, language, facts }
  },
  sample: (_base, language): EndedWork => sampleTask(language),
  words: (task: EndedWork, language) => {
    const { subject, heading, text, footer } = texts(language).ended
    return layout({
      language,
      subject: subject({ title: task.title }),
      heading,
      blocks: [
        { kind: 'text', text },
        { kind: 'facts', rows: [taskFact(task.number, task.title, language), ...whereFacts(task, language)] },
      ],
      footer,
    })
  },
})
