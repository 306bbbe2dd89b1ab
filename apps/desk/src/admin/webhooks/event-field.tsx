/** Choice of events by subject, each with a sentence and a sample. */
import './webhooks.css'
import { Checkbox } from '@mantine/core'
import type { OutwardName } from '#contracts/outward.ts'
import { Group } from '#desk-kit/form/fields.tsx'
import type { Form } from '#desk-kit/form/use-form.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { webhookMessages } from './messages.ts'
import { Sample } from './sample.tsx'
import { eventNames } from './search.ts'
import type { WebhookDraft } from './webhook-form.tsx'

/** All but the test event, which is always sent. */
export const offeredEvents = eventNames.filter((name) => name !== 'webhook.test')

type Noun = OutwardName extends `${infer N}.${string}` ? N : never
const nounOf = (name: OutwardName): Noun => name.split('.', 1)[0] as Noun
const groups = Map.groupBy(offeredEvents, nounOf)

interface EventFieldProps {
  readonly form: Form<WebhookDraft>
}

export const EventField = ({ form }: EventFieldProps) => {
  const t = useMessages(webhookMessages)
  const { list } = useFormat()
  const { events } = form.values
  const chosen = new Set<OutwardName>(events)
  const choose = (names: readonly OutwardName[], on: boolean): void => {
    const others = events.filter((name) => !names.includes(name))
    form.set({ events: on ? [...others, ...names] : others })
  }
  const box = (names: readonly OutwardName[]) => {
    const held = names.filter((name) => chosen.has(name)).length
    return {
      checked: held === names.length,
      indeterminate: held > 0 && held < names.length,
      onChange: () => choose(names, held < names.length),
    }
  }
  return (
    <Group
      form={form}
      name="events"
      legend={t.eventsHeard}
      format={(theirs: readonly OutwardName[]) => list(theirs.map((name) => t.events[name]))}
    >
      <Checkbox label={t.all} description={t.allHelp} {...box(offeredEvents)} />
      {[...groups].map(([noun, names]) => (
        <fieldset key={noun} className="events">
          <legend className="hidden">{t.nouns[noun]}</legend>
          <Checkbox className="events-all" label={t.nouns[noun]} {...box(names)} />
          {names.map((name) => (
            <div key={name} className="event-line">
              <Checkbox
                label={t.events[name]}
                description={<code>{name}</code>}
                checked={chosen.has(name)}
                onChange={() => choose([name], !chosen.has(name))}
              />
              <Sample event={name} />
            </div>
          ))}
        </fieldset>
      ))}
    </Group>
  )
}
