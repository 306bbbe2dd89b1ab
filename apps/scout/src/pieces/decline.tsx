/** Gives a round back with a reason. */
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { RoundDetail } from '#contracts/scout/rounds.ts'
import { TextField } from '#field-kit/form.tsx'
import { useNavigation } from '#field-kit/navigation.tsx'
import { paths } from '../routes.ts'
import { useServices } from '../services.ts'
import { useWords } from '../words.ts'

export const Decline = ({ round: { id, title } }: { round: RoundDetail }): JSX.Element => {
  const words = useWords()
  const { act } = useServices()
  const { go } = useNavigation()
  const [isOpen, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const [lacks, setLacks] = useState(false)
  if (!isOpen)
    return (
      <button type="button" class="quiet" onClick={() => setOpen(true)}>
        {words.decline}
      </button>
    )
  const decline = async (event: Event): Promise<void> => {
    event.preventDefault()
    if (!reason.trim()) return setLacks(true)
    await act({ id, title }, { kind: 'round.decline', fields: { roundId: id, reason: reason.trim() } })
    go(paths.rounds)
  }
  return (
    <form class="stack" onSubmit={decline} noValidate>
      <TextField
        label={words.declineReason}
        hint={words.declineHint}
        name="reason"
        value={reason}
        maxLength={300}
        error={lacks ? words.reasonNeeded : undefined}
        onText={setReason}
      />
      <div class="actions">
        <button type="submit" class="danger">
          {words.declineSure}
        </button>
        <button type="button" onClick={() => setOpen(false)}>
          {words.cancel}
        </button>
      </div>
    </form>
  )
}
