/** Editor of a schedule, with a preview of its next dates, and the task that it creates. */
import { NativeSelect, NumberInput, Switch, Textarea, TextInput } from '@mantine/core'
import { priorities } from '#contracts/records.ts'
import { createSchedule, type Schedule, updateSchedule } from '#contracts/schedules.ts'
import type { Assignee } from '#contracts/tasks/records.ts'
import { taskSummary } from '#contracts/tasks.ts'
import { FindMany, FindOne } from '#desk-kit/find/find-field.tsx'
import { check, text, value } from '#desk-kit/form/fields.tsx'
import { FormDialog } from '#desk-kit/form/form-dialog.tsx'
import { type Form, useForm } from '#desk-kit/form/use-form.ts'
import { useAction, useApi } from '#desk-kit/lib/api.ts'
import { bodyField } from '#desk-kit/lib/contract.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { useMe } from '#desk-kit/lib/me.ts'
import { ErrorPanel } from '#desk-kit/parts/states.tsx'
import { AssigneeSelect, assigneeValue } from '../../tasks/assignee.tsx'
import { useIssueChoices } from '../scope-fields.tsx'
import { bodyOf, type Draft, draftOf } from './draft.ts'
import { scheduleMessages } from './messages.ts'
import { rruleOf } from './recurrence.ts'
import { type Preview, usePreview } from './use-preview.ts'
import { WhenFields } from './when-fields.tsx'

interface FieldsProps {
  readonly form: Form<Draft>
  readonly preview: Preview
}

const PlaceFields = ({ form, preview }: FieldsProps) => {
  const { words } = useMessages()
  const t = useMessages(scheduleMessages)
  const building = value(form, 'template.buildingId', words.building)
  const amenities = value(form, 'template.amenityIds', t.amenities)
  return (
    <>
      <FindOne
        {...building}
        from="buildings"
        error={building.error ?? preview.fault('template.buildingId')}
        onChange={(id) => form.set({ 'template.buildingId': id, 'template.amenityIds': [] })}
      />
      <FindMany
        {...amenities}
        from="amenities"
        within={form.values['template.buildingId'] ?? undefined}
        description={t.amenitiesHelp}
        error={amenities.error ?? preview.fault('template.amenityIds')}
      />
    </>
  )
}

interface TaskFieldsProps {
  readonly form: Form<Draft>
  readonly assignees: readonly Assignee[]
}

const TaskFields = ({ form, assignees }: TaskFieldsProps) => {
  const { words } = useMessages()
  const t = useMessages(scheduleMessages)
  const issues = useIssueChoices()
  const chosen = form.values['template.assignee']
  const [kind, id] = chosen.split(':')
  // A former member stays selected until another is chosen.
  const formerMember =
    id !== undefined && assignees.length > 0 && !assignees.some((one) => assigneeValue(one) === chosen)
      ? [{ kind: kind as Assignee['kind'], id, name: t.gone }]
      : []
  const due = value(form, 'template.dueAfterMinutes', t.dueAfter)
  return (
    <>
      <TextInput {...text(form, 'template.title', t.title)} description={t.titleHelp} />
      <Textarea {...text(form, 'template.description', t.description)} autosize minRows={2} />
      <div className="two">
        <NativeSelect
          {...text(form, 'template.category', t.category)}
          data={[{ value: '', label: words.none }, ...issues]}
        />
        <NativeSelect
          {...text(form, 'template.priority', t.priority)}
          data={[
            { value: '', label: t.priorityOfIssue },
            ...priorities.map((priority) => ({ value: priority, label: words.priority[priority] })),
          ]}
        />
      </div>
      <Textarea
        {...text(form, 'template.checklist', t.checklist)}
        description={t.checklistHelp}
        autosize
        minRows={3}
      />
      <div className="two">
        <AssigneeSelect
          {...value(form, 'template.assignee', t.assignee)}
          assignees={[...assignees, ...formerMember]}
        />
        <NumberInput
          {...due}
          description={t.dueAfterHelp}
          min={1}
          max={bodyField(createSchedule, 'template.dueAfterMinutes')?.maximum ?? 1}
          allowDecimal={false}
          value={due.value ?? ''}
          onChange={(minutes) => due.onChange(minutes === '' ? null : Number(minutes))}
        />
      </div>
      <small>{t.assigneeHelp}</small>
    </>
  )
}

interface ScheduleEditorProps {
  /** the current version; undefined: creates one */
  readonly schedule: Schedule | undefined
  readonly onClose: () => void
}

export const ScheduleEditor = ({ schedule, onClose }: ScheduleEditorProps) => {
  const { words } = useMessages()
  const t = useMessages(scheduleMessages)
  const { tenant } = useMe()
  const create = useAction(createSchedule)
  const update = useAction(updateSchedule)
  const summary = useApi(taskSummary, {}, { staleMinutes: 10 })
  const form = useForm({
    record: schedule,
    draft: (record): Draft => draftOf(record, tenant.timeZone),
    write: bodyOf,
    body: createSchedule,
    check: ({ name, startsAt, rrule }) => ({
      name: name.trim() === '' && t.nameNeeded,
      startsAt: startsAt === '' && t.startNeeded,
      rrule: rruleOf(rrule) === '' && t.ruleNeeded,
    }),
    create: (body) => create.mutateAsync({ body }),
    update: (body, { id, version }) => update.mutateAsync({ params: { id }, ifMatch: version, body }),
    onDone: onClose,
  })
  const preview = usePreview(schedule, form.values, t.untitled)
  return (
    <FormDialog
      form={form}
      title={schedule ? t.editTitle : t.newSchedule}
      submit={words.save}
      onClose={onClose}
      wide
    >
      <TextInput {...text(form, 'name', words.name)} data-autofocus />
      <PlaceFields form={form} preview={preview} />
      <WhenFields form={form} preview={preview} />
      <NativeSelect
        {...text(form, 'ifOpen', t.ifOpen)}
        data={(['SKIP', 'CREATE'] as const).map((one) => ({ value: one, label: t.ifOpens[one] }))}
      />
      {preview.error ? <ErrorPanel error={preview.error} /> : null}
      <fieldset className="plain-fieldset">
        <legend>{t.task}</legend>
        <TaskFields form={form} assignees={summary.data?.assignees ?? []} />
      </fieldset>
      {summary.error ? <ErrorPanel error={summary.error} /> : null}
      <Switch {...check(form, 'enabled', words.ruleOn)} />
    </FormDialog>
  )
}
