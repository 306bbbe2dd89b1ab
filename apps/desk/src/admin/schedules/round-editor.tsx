/** Plans rounds of scouts: a schedule of kind ROUND, once or recurring. */
import { NumberInput, Switch, TextInput } from '@mantine/core'
import { createSchedule, type Schedule, updateSchedule } from '#contracts/schedules.ts'
import { FindMany, FindOne } from '#desk-kit/find/find-field.tsx'
import { check, text, value } from '#desk-kit/form/fields.tsx'
import { FormDialog } from '#desk-kit/form/form-dialog.tsx'
import { useForm } from '#desk-kit/form/use-form.ts'
import { useAction } from '#desk-kit/lib/api.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { useMe } from '#desk-kit/lib/me.ts'
import { ErrorPanel } from '#desk-kit/parts/states.tsx'
import { scheduleMessages } from './messages.ts'
import { rruleOf } from './recurrence.ts'
import { type RoundDraft, roundBodyOf, roundDraftOf } from './round-draft.ts'
import { planMessages } from './rounds/messages.ts'
import { usePreview } from './use-preview.ts'
import { WhenFields } from './when-fields.tsx'

interface RoundEditorProps {
  /** the current version; undefined: creates one */
  readonly schedule: Schedule | undefined
  readonly onClose: () => void
}

export const RoundEditor = ({ schedule, onClose }: RoundEditorProps) => {
  const { words } = useMessages()
  const t = useMessages(planMessages)
  const plans = useMessages(scheduleMessages)
  const { tenant } = useMe()
  const create = useAction(createSchedule)
  const update = useAction(updateSchedule)
  const form = useForm({
    record: schedule,
    draft: (record): RoundDraft => roundDraftOf(record, tenant.timeZone),
    write: roundBodyOf,
    body: createSchedule,
    check: ({ name, startsAt, rrule, ...draft }) => ({
      name: name.trim() === '' && plans.nameNeeded,
      'template.buildingId': draft['template.buildingId'] === null && t.buildingNeeded,
      'template.amenityIds': draft['template.amenityIds'].length === 0 && t.amenitiesNeeded,
      'template.templateIds': draft['template.templateIds'].length === 0 && t.checklistsNeeded,
      startsAt: startsAt === '' && plans.startNeeded,
      rrule: rruleOf(rrule) === '' && plans.ruleNeeded,
    }),
    refused: {
      'template.amenityIds': (message) => {
        const [, name] = / for the type of (.+)$/.exec(message) ?? []
        return name ? t.uncovered({ name }) : message
      },
    },
    create: (body) => create.mutateAsync({ body }),
    update: (body, { id, version }) => update.mutateAsync({ params: { id }, ifMatch: version, body }),
    onDone: onClose,
  })
  // The dates of a round are those of a task at the same place, and need no checklists yet.
  const preview = usePreview(undefined, form.values, t.untitled)
  const building = value(form, 'template.buildingId', words.building)
  const due = value(form, 'template.dueAfterMinutes', t.hours)
  const within = form.values['template.buildingId'] ?? undefined
  return (
    <FormDialog
      form={form}
      title={schedule ? t.edit : t.plan}
      submit={schedule ? words.save : t.plan}
      onClose={onClose}
      wide
    >
      <TextInput
        {...text(form, 'name', words.name)}
        {...(schedule ? {} : { description: t.nameHelp })}
        data-autofocus
      />
      <FindOne
        {...building}
        from="buildings"
        onChange={(id) =>
          form.set({ 'template.buildingId': id, 'template.amenityIds': [], 'template.scoutId': null })
        }
      />
      <FindMany {...value(form, 'template.amenityIds', t.amenities)} from="amenities" within={within} />
      <FindMany
        {...value(form, 'template.templateIds', t.checklists)}
        from="checklists"
        description={t.checklistsHelp}
      />
      <div className="two">
        <FindOne
          {...value(form, 'template.scoutId', t.scout)}
          from="scouts"
          within={within}
          description={t.scoutHelp}
        />
        <NumberInput
          {...due}
          min={1}
          max={8784}
          value={due.value / 60}
          onChange={(hours) => due.onChange(Math.max(1, Math.round(Number(hours) * 60)))}
        />
      </div>
      <WhenFields form={form} preview={preview} />
      {preview.error ? <ErrorPanel error={preview.error} /> : null}
      <small>{t.ahead}</small>
      {schedule ? <Switch {...check(form, 'enabled', words.ruleOn)} /> : null}
    </FormDialog>
  )
}
