/** A task made by hand. Title is enough. */
import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type Priority, priorities } from '#contracts/records.ts'
import type { TaskSummary } from '#contracts/tasks/records.ts'
import { createTask } from '#contracts/tasks.ts'
import { useAct } from '../lib/api.ts'
import { useT } from '../lib/language.tsx'
import { AmenitySelect } from '../parts/amenity-select.tsx'
import { FormDialog } from '../parts/dialog.tsx'
import { fromLocalField } from '../parts/moments.ts'
import { AssigneeSelect, assigneeInput } from './assignee.tsx'

interface Draft {
  readonly title: string
  readonly description: string
  readonly priority: Priority
  readonly buildingId: string
  readonly amenityId: string | null
  readonly assignee: string
  readonly due: string
}

const blank: Draft = {
  title: '',
  description: '',
  priority: 'MEDIUM',
  buildingId: '',
  amenityId: null,
  assignee: '',
  due: '',
}

const bodyOf = (draft: Draft) => ({
  title: draft.title.trim(),
  priority: draft.priority,
  ...(draft.description.trim() ? { description: draft.description.trim() } : {}),
  ...(draft.buildingId ? { buildingId: draft.buildingId } : {}),
  ...(draft.amenityId ? { amenityId: draft.amenityId } : {}),
  ...(draft.assignee ? { assignee: assigneeInput(draft.assignee) } : {}),
  ...(draft.due ? { dueAt: fromLocalField(draft.due) } : {}),
})

interface NewTaskProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly summary: TaskSummary | undefined
}

export const NewTask = ({ opened, onClose, summary }: NewTaskProps) => {
  const { words, tasks } = useT()
  const navigate = useNavigate()
  const create = useAct(createTask)
  const [draft, setDraft] = useState(blank)
  const set = (part: Partial<Draft>): void => setDraft({ ...draft, ...part })
  const close = (): void => {
    setDraft(blank)
    create.reset()
    onClose()
  }
  const problem =
    draft.title.trim() === '' ? tasks.titleNeeded : draft.title.length > 120 ? tasks.titleLong : undefined
  return (
    <FormDialog
      title={tasks.newTask}
      opened={opened}
      onClose={close}
      dirty={JSON.stringify(draft) !== JSON.stringify(blank)}
      submit={tasks.createTask}
      problem={problem}
      busy={create.isPending}
      error={create.error}
      onSubmit={() =>
        create.mutate(
          { body: bodyOf(draft) },
          {
            onSuccess: ({ id }) => {
              setDraft(blank)
              void navigate({ to: '/tasks/$id', params: { id } })
            },
          },
        )
      }
    >
      <TextInput
        data-autofocus
        label={tasks.title}
        required
        maxLength={120}
        value={draft.title}
        onChange={(event) => set({ title: event.currentTarget.value })}
      />
      <Textarea
        label={tasks.description}
        autosize
        minRows={3}
        maxLength={4000}
        value={draft.description}
        onChange={(event) => set({ description: event.currentTarget.value })}
      />
      <div className="two">
        <NativeSelect
          label={words.building}
          value={draft.buildingId}
          onChange={(event) => set({ buildingId: event.currentTarget.value, amenityId: null })}
          data={[
            { value: '', label: words.none },
            ...(summary?.buildings ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <AmenitySelect
          label={words.amenity}
          value={draft.amenityId}
          buildingId={draft.buildingId || undefined}
          onChange={(amenity) =>
            set({ amenityId: amenity?.id ?? null, buildingId: amenity?.building.id ?? draft.buildingId })
          }
        />
        <NativeSelect
          label={tasks.priority}
          value={draft.priority}
          onChange={(event) => set({ priority: event.currentTarget.value as Priority })}
          data={priorities.map((priority) => ({ value: priority, label: words.priority[priority] }))}
        />
        <TextInput
          type="datetime-local"
          label={tasks.due}
          value={draft.due}
          onChange={(event) => set({ due: event.currentTarget.value })}
        />
      </div>
      <AssigneeSelect
        label={tasks.assignee}
        assignees={summary?.assignees ?? []}
        value={draft.assignee}
        onChange={(assignee) => set({ assignee })}
      />
    </FormDialog>
  )
}
