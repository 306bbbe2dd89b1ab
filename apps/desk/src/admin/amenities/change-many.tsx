/** The same change for many amenities, all or nothing. */
import { NativeSelect, Textarea } from '@mantine/core'
import { useState } from 'react'
import { bulkAmenities } from '#contracts/admin/amenities.ts'
import { useAct } from '../../lib/api.ts'
import { useT } from '../../lib/language.tsx'
import { FormDialog } from '../../parts/dialog.tsx'
import { useTypeChoices } from '../choices.ts'

const keep = 'keep'
const untouched = { type: keep, accessible: keep, openingHours: '', notes: '' }

interface ChangeManyProps {
  readonly ids: readonly string[]
  readonly onClose: () => void
  readonly onDone: () => void
}

export const ChangeMany = ({ ids, onClose, onDone }: ChangeManyProps) => {
  const { amenities, house, tasks, words } = useT()
  const types = useTypeChoices()
  const change = useAct(bulkAmenities)
  const [draft, setDraft] = useState(untouched)
  const set = (part: Partial<typeof untouched>): void => setDraft({ ...draft, ...part })
  const dirty = JSON.stringify(draft) !== JSON.stringify(untouched)
  const accessible = { yes: true, no: false, unknown: null }[draft.accessible]
  return (
    <FormDialog
      title={amenities.changeCount(ids.length)}
      opened
      onClose={onClose}
      dirty={dirty}
      submit={tasks.changeSelected}
      problem={dirty ? undefined : tasks.chooseAChange}
      busy={change.isPending}
      error={change.error}
      onSubmit={() =>
        change.mutate(
          {
            body: {
              update: {
                ids: [...ids],
                changes: {
                  ...(draft.type === keep ? {} : { type: draft.type }),
                  ...(accessible === undefined ? {} : { accessible }),
                  ...(draft.openingHours.trim() ? { openingHours: draft.openingHours.trim() } : {}),
                  ...(draft.notes.trim() ? { notes: draft.notes.trim() } : {}),
                },
              },
            },
          },
          { onSuccess: onDone },
        )
      }
    >
      <NativeSelect
        data-autofocus
        label={house.type}
        value={draft.type}
        onChange={(event) => set({ type: event.currentTarget.value })}
        data={[{ value: keep, label: tasks.asItIs }, ...types]}
      />
      <NativeSelect
        label={amenities.accessible}
        value={draft.accessible}
        onChange={(event) => set({ accessible: event.currentTarget.value })}
        data={[
          { value: keep, label: tasks.asItIs },
          { value: 'yes', label: words.yes },
          { value: 'no', label: words.no },
          { value: 'unknown', label: amenities.unknown },
        ]}
      />
      <Textarea
        label={amenities.openingHours}
        description={tasks.emptyAsItIs}
        autosize
        minRows={2}
        maxLength={500}
        value={draft.openingHours}
        onChange={(event) => set({ openingHours: event.currentTarget.value })}
      />
      <Textarea
        label={amenities.notes}
        description={tasks.emptyAsItIs}
        autosize
        minRows={2}
        maxLength={2000}
        value={draft.notes}
        onChange={(event) => set({ notes: event.currentTarget.value })}
      />
    </FormDialog>
  )
}
