/** Skips a stop with a reason. */
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { RoundDetail, RoundStop, SkipReason } from '#contracts/scout/rounds.ts'
import { TextField } from '#field-kit/form.tsx'
import { Icon } from '#field-kit/icon.tsx'
import { useNavigation } from '#field-kit/navigation.tsx'
import { paths } from '../routes.ts'
import { useServices } from '../services.ts'
import { type Messages, skipWord, useWords } from '../words.ts'
import { Choices } from './reasons.tsx'

const reasons = [
  'CLOSED',
  'OCCUPIED',
  'UNSAFE',
  'NO_ACCESS',
  'OTHER',
] as const satisfies readonly SkipReason[]

export const skipChoices = (words: Messages): (readonly [SkipReason, string])[] =>
  reasons.map((code) => [code, skipWord(words, code)] as const)

export const Skip = ({ round, stop }: { round: RoundDetail; stop: RoundStop }): JSX.Element => {
  const words = useWords()
  const { act } = useServices()
  const { go } = useNavigation()
  const [isOpen, setOpen] = useState(false)
  const [reason, setReason] = useState<SkipReason>()
  const [note, setNote] = useState('')
  const [trouble, setTrouble] = useState<string>()
  if (!isOpen)
    return (
      <button type="button" onClick={() => setOpen(true)}>
        <Icon name="redo" />
        {words.skipStop}
      </button>
    )
  const skip = async (event: Event): Promise<void> => {
    event.preventDefault()
    const text = note.trim()
    if (!reason || (reason === 'OTHER' && !text)) return setTrouble(words.reasonNeeded)
    await act(
      { id: round.id, title: stop.amenity.name },
      { kind: 'inspection.skip', fields: { inspectionId: stop.id, reason, ...(text ? { note: text } : {}) } },
    )
    go(paths.walk(round.id))
  }
  return (
    <form class="stack" onSubmit={skip} noValidate>
      <Choices
        legend={words.skipWhy}
        name="skip"
        choices={skipChoices(words)}
        chosen={reason}
        onChoose={setReason}
      />
      <TextField
        label={words.note}
        name="skip-note"
        value={note}
        maxLength={500}
        error={trouble}
        onText={setNote}
      />
      <div class="actions">
        <button type="submit" class="primary">
          {words.skipStop}
        </button>
        <button type="button" onClick={() => setOpen(false)}>
          {words.cancel}
        </button>
      </div>
    </form>
  )
}
