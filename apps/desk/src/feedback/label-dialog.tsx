/** Labels of submissions, visible to the team only. */
import { TagsInput } from '@mantine/core'
import { useState } from 'react'
import { bulkFeedback } from '#contracts/dashboard.ts'
import { value } from '#desk-kit/form/fields.tsx'
import { FormDialog } from '#desk-kit/form/form-dialog.tsx'
import { useForm } from '#desk-kit/form/use-form.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { feedbackMessages } from './messages.ts'
import { type Subject, triageItemOf } from './subject.ts'
import { useTriage } from './use-triage.ts'

const atMost = 10
const longest = 40

/** For several submissions, the labels that all of them have. */
const shared = (items: readonly Subject[]): string[] =>
  (items[0]?.labels ?? []).filter((label) => items.every(({ labels }) => labels.includes(label)))

interface LabelDialogProps {
  readonly items: readonly Subject[]
  /** labels in use */
  readonly known: readonly string[]
  readonly onClose: () => void
  readonly onDone: () => void
}

export const LabelDialog = ({ items, known, onClose, onDone }: LabelDialogProps) => {
  const { words } = useMessages()
  const feedback = useMessages(feedbackMessages)
  const triage = useTriage()
  const [typed, setTyped] = useState('')
  const form = useForm({
    draft: () => ({ labels: shared(items) }),
    write: ({ labels }) => ({ labels }),
    body: bulkFeedback,
    create: async ({ labels }) => {
      const before = shared(items)
      const removed = before.filter((label) => !labels.includes(label))
      triage.label(
        items.map((item) => ({
          item: triageItemOf(item),
          labels: [...new Set([...item.labels.filter((label) => !removed.includes(label)), ...labels])].slice(
            0,
            atMost,
          ),
        })),
      )
    },
    onDone: onDone,
  })
  return (
    <FormDialog
      form={form}
      title={feedback.labelTitle({ count: items.length })}
      submit={feedback.acts.label}
      onClose={onClose}
    >
      <TagsInput
        {...value(form, 'labels', feedback.labels)}
        description={feedback.labelsHelp}
        data={[...known]}
        searchValue={typed}
        onSearchChange={setTyped}
        // Suggestions open only while typing, so that they do not cover the button.
        dropdownOpened={typed !== ''}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || typed.trim() !== '') return
          event.preventDefault()
          form.submit()
        }}
        maxTags={atMost}
        maxLength={longest}
        clearable
        clearButtonProps={{ 'aria-label': words.clear }}
        data-autofocus
      />
    </FormDialog>
  )
}
