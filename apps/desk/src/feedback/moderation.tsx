/** Hide, show, release, keep or erase a submission. Its rating always counts. */
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { FeedbackItem } from '#contracts/dashboard.ts'
import { eraseFeedback, moderateFeedback } from '#contracts/feedback/moderation.ts'
import { text } from '#desk-kit/form/fields.tsx'
import { FormDialog } from '#desk-kit/form/form-dialog.tsx'
import { useForm } from '#desk-kit/form/use-form.ts'
import { callOf, useAction } from '#desk-kit/lib/api.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { Confirm } from '#desk-kit/parts/confirm.tsx'
import { feedbackMessages } from './messages.ts'

type Moderated = Pick<FeedbackItem, 'id' | 'hidden' | 'quarantined'>
type ModerationAction = 'hide' | 'show' | 'release' | 'keep'
const changes: Record<ModerationAction, { hidden?: boolean; release?: boolean }> = {
  hide: { hidden: true },
  show: { hidden: false },
  release: { release: true },
  keep: { hidden: false },
}

interface ModerateProps {
  readonly item: Moderated
  readonly action: ModerationAction
  readonly onClose: () => void
  readonly onDone: () => void
}

const Moderate = ({ item, action, onClose, onDone }: ModerateProps) => {
  const feedback = useMessages(feedbackMessages)
  const moderate = useAction(moderateFeedback)
  const form = useForm({
    draft: () => ({ reason: action === 'keep' ? feedback.kept : '' }),
    write: ({ reason }) => ({ ...changes[action], reason: reason.trim() }),
    body: moderateFeedback,
    check: ({ reason }) => ({ reason: reason.trim() === '' && feedback.reasonNeeded }),
    create: (body) => moderate.mutateAsync({ params: { id: item.id }, body }),
    onDone,
  })
  return (
    <FormDialog form={form} title={feedback.acts[action]} submit={feedback.acts[action]} onClose={onClose}>
      <p>{feedback.actHelp[action]}</p>
      <TextInput {...text(form, 'reason', feedback.reason)} data-autofocus />
    </FormDialog>
  )
}

interface ModerationProps {
  readonly item: Moderated
  /** the submission is up for review by an administrator */
  readonly reviews?: true | undefined
  /** called when the submission is no longer shown here */
  readonly onGone: () => void
}

export const Moderation = ({ item, reviews, onGone }: ModerationProps) => {
  const feedback = useMessages(feedbackMessages)
  const [action, setAction] = useState<ModerationAction>()
  const close = (): void => setAction(undefined)
  const [erasing, setErasing] = useState(false)
  return (
    <>
      {reviews ? <Button onClick={() => setAction('keep')}>{feedback.acts.keep}</Button> : null}
      {item.quarantined ? (
        <Button onClick={() => setAction('release')}>{feedback.acts.release}</Button>
      ) : null}
      <Button onClick={() => setAction(item.hidden ? 'show' : 'hide')}>
        {item.hidden ? feedback.acts.show : feedback.acts.hide}
      </Button>
      <Button color="bad" onClick={() => setErasing(true)}>
        {feedback.erase}
      </Button>
      {action ? (
        <Moderate
          item={item}
          action={action}
          onClose={close}
          onDone={() => {
            close()
            if (reviews) onGone()
          }}
        />
      ) : null}
      {erasing ? (
        <Confirm
          title={feedback.erase}
          submit={feedback.erase}
          call={callOf(eraseFeedback, { params: { id: item.id } })}
          onClose={() => setErasing(false)}
          onDone={onGone}
        >
          {feedback.eraseHelp}
        </Confirm>
      ) : null}
    </>
  )
}
