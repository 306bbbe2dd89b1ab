/** Hide, show again, release or erase. The rating always stays in the counts. */
import { Button, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { eraseFeedback, moderateFeedback } from '#contracts/admin/feedback.ts'
import type { FeedbackDetail } from '#contracts/dashboard.ts'
import { useAct } from '../lib/api.ts'
import { useT } from '../lib/language.tsx'
import { Confirm, FormDialog } from '../parts/dialog.tsx'

type Act = 'hide' | 'show' | 'release'
const changes: Record<Act, { hidden?: boolean; release?: boolean }> = {
  hide: { hidden: true },
  show: { hidden: false },
  release: { release: true },
}

export const Moderation = ({ item }: { item: FeedbackDetail }) => {
  const { feedback } = useT()
  const navigate = useNavigate()
  const moderate = useAct(moderateFeedback)
  const erase = useAct(eraseFeedback)
  const [act, setAct] = useState<Act>()
  const [erasing, setErasing] = useState(false)
  const [reason, setReason] = useState('')
  const close = (): void => {
    setAct(undefined)
    setReason('')
    moderate.reset()
  }
  return (
    <>
      {item.quarantined ? <Button onClick={() => setAct('release')}>{feedback.acts.release}</Button> : null}
      <Button onClick={() => setAct(item.hidden ? 'show' : 'hide')}>
        {item.hidden ? feedback.acts.show : feedback.acts.hide}
      </Button>
      <Button color="bad" onClick={() => setErasing(true)}>
        {feedback.erase}
      </Button>
      <FormDialog
        title={act ? feedback.acts[act] : ''}
        opened={act !== undefined}
        onClose={close}
        dirty={reason !== ''}
        submit={act ? feedback.acts[act] : ''}
        problem={reason.trim() === '' ? feedback.reasonNeeded : undefined}
        busy={moderate.isPending}
        error={moderate.error}
        onSubmit={() => {
          if (!act) return
          moderate.mutate(
            { params: { id: item.id }, body: { ...changes[act], reason: reason.trim() } },
            { onSuccess: close },
          )
        }}
      >
        <p>{act ? feedback.actHelp[act] : ''}</p>
        <TextInput
          data-autofocus
          label={feedback.reason}
          maxLength={200}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </FormDialog>
      <Confirm
        title={feedback.erase}
        opened={erasing}
        onClose={() => setErasing(false)}
        submit={feedback.erase}
        busy={erase.isPending}
        error={erase.error}
        onSubmit={() =>
          erase.mutate({ params: { id: item.id } }, { onSuccess: () => void navigate({ to: '/feedback' }) })
        }
      >
        {feedback.eraseHelp}
      </Confirm>
    </>
  )
}
