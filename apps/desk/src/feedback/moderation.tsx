/** Hide, show again, release or erase. The rating always stays in the counts. */
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { eraseFeedback, moderateFeedback } from '#contracts/admin/feedback.ts'
import type { FeedbackItem } from '#contracts/dashboard.ts'
import { text } from '../form/fields.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { useForm } from '../form/use-form.ts'
import { callOf, useAct } from '../lib/api.ts'
import { useWords } from '../lib/language.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { feedbackWords } from './words.ts'

type Moderated = Pick<FeedbackItem, 'id' | 'hidden' | 'quarantined'>
type Act = 'hide' | 'show' | 'release'
const changes: Record<Act, { hidden?: boolean; release?: boolean }> = {
  hide: { hidden: true },
  show: { hidden: false },
  release: { release: true },
}

interface ModerateProps {
  readonly item: Moderated
  readonly act: Act
  readonly onClose: () => void
}

const Moderate = ({ item, act, onClose }: ModerateProps) => {
  const feedback = useWords(feedbackWords)
  const moderate = useAct(moderateFeedback)
  const form = useForm({
    draft: () => ({ reason: '' }),
    write: ({ reason }) => ({ ...changes[act], reason: reason.trim() }),
    body: moderateFeedback,
    check: ({ reason }) => ({ reason: reason.trim() === '' && feedback.reasonNeeded }),
    create: (body) => moderate.mutateAsync({ params: { id: item.id }, body }),
    onDone: onClose,
  })
  return (
    <FormDialog form={form} title={feedback.acts[act]} submit={feedback.acts[act]} onClose={onClose}>
      <p>{feedback.actHelp[act]}</p>
      <TextInput {...text(form, 'reason', feedback.reason)} data-autofocus />
    </FormDialog>
  )
}

export const Moderation = ({ item, onErased }: { item: Moderated; onErased: () => void }) => {
  const feedback = useWords(feedbackWords)
  const [act, setAct] = useState<Act>()
  const [erasing, setErasing] = useState(false)
  return (
    <>
      {item.quarantined ? <Button onClick={() => setAct('release')}>{feedback.acts.release}</Button> : null}
      <Button onClick={() => setAct(item.hidden ? 'show' : 'hide')}>
        {item.hidden ? feedback.acts.show : feedback.acts.hide}
      </Button>
      <Button color="bad" onClick={() => setErasing(true)}>
        {feedback.erase}
      </Button>
      {act ? <Moderate item={item} act={act} onClose={() => setAct(undefined)} /> : null}
      {erasing ? (
        <Confirm
          title={feedback.erase}
          submit={feedback.erase}
          call={callOf(eraseFeedback, { params: { id: item.id } })}
          onClose={() => setErasing(false)}
          onDone={onErased}
        >
          {feedback.eraseHelp}
        </Confirm>
      ) : null}
    </>
  )
}
