/** Hide, show again, release, keep or erase. The rating always stays in the counts. */
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { FeedbackItem } from '#contracts/dashboard.ts'
import { eraseFeedback, moderateFeedback } from '#contracts/feedback/moderation.ts'
import { text } from '../form/fields.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { useForm } from '../form/use-form.ts'
import { callOf, useAction } from '../lib/api.ts'
import { useWords } from '../lib/language.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { feedbackWords } from './words.ts'

type Moderated = Pick<FeedbackItem, 'id' | 'hidden' | 'quarantined'>
type Act = 'hide' | 'show' | 'release' | 'keep'
const changes: Record<Act, { hidden?: boolean; release?: boolean }> = {
  hide: { hidden: true },
  show: { hidden: false },
  release: { release: true },
  keep: { hidden: false },
}

interface ModerateProps {
  readonly item: Moderated
  readonly act: Act
  readonly onClose: () => void
  readonly onDone: () => void
}

const Moderate = ({ item, act, onClose, onDone }: ModerateProps) => {
  const feedback = useWords(feedbackWords)
  const moderate = useAction(moderateFeedback)
  const form = useForm({
    draft: () => ({ reason: act === 'keep' ? feedback.kept : '' }),
    write: ({ reason }) => ({ ...changes[act], reason: reason.trim() }),
    body: moderateFeedback,
    check: ({ reason }) => ({ reason: reason.trim() === '' && feedback.reasonNeeded }),
    create: (body) => moderate.mutateAsync({ params: { id: item.id }, body }),
    onDone,
  })
  return (
    <FormDialog form={form} title={feedback.acts[act]} submit={feedback.acts[act]} onClose={onClose}>
      <p>{feedback.actHelp[act]}</p>
      <TextInput {...text(form, 'reason', feedback.reason)} data-autofocus />
    </FormDialog>
  )
}

interface ModerationProps {
  readonly item: Moderated
  /** it is among those that are looked at after the team has read them */
  readonly reviews?: true | undefined
  /** it is shown here no more */
  readonly onGone: () => void
}

export const Moderation = ({ item, reviews, onGone }: ModerationProps) => {
  const feedback = useWords(feedbackWords)
  const [act, setAct] = useState<Act>()
  const close = (): void => setAct(undefined)
  const [erasing, setErasing] = useState(false)
  return (
    <>
      {reviews ? <Button onClick={() => setAct('keep')}>{feedback.acts.keep}</Button> : null}
      {item.quarantined ? <Button onClick={() => setAct('release')}>{feedback.acts.release}</Button> : null}
      <Button onClick={() => setAct(item.hidden ? 'show' : 'hide')}>
        {item.hidden ? feedback.acts.show : feedback.acts.hide}
      </Button>
      <Button color="bad" onClick={() => setErasing(true)}>
        {feedback.erase}
      </Button>
      {act ? (
        <Moderate
          item={item}
          act={act}
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
