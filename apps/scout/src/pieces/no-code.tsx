/** Why an inspection begins without the sticker. */
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { TextField } from '#field-kit/form.tsx'
import { useWords } from '../words.ts'
import { Choices } from './reasons.tsx'

export const NoCode = ({ onReason }: { onReason: (reason: string) => void }): JSX.Element => {
  const words = useWords()
  const [chosen, setChosen] = useState<'GONE' | 'TORN' | 'OTHER'>()
  const [other, setOther] = useState('')
  const [lacks, setLacks] = useState(false)
  const texts = { GONE: words.noSticker, TORN: words.tornSticker, OTHER: other.trim() }
  const begin = (event: Event): void => {
    event.preventDefault()
    const reason = chosen && texts[chosen]
    if (!reason || reason.length < 3) setLacks(true)
    else onReason(reason)
  }
  return (
    <form class="stack" onSubmit={begin} noValidate>
      <Choices
        legend={words.withoutSticker}
        name="no-code"
        choices={[
          ['GONE', words.noSticker],
          ['TORN', words.tornSticker],
          ['OTHER', words.otherReason],
        ]}
        chosen={chosen}
        onChoose={setChosen}
      />
      {chosen === 'OTHER' && (
        <TextField
          label={words.reason}
          name="other"
          value={other}
          maxLength={200}
          error={lacks ? words.reasonNeeded : undefined}
          onText={setOther}
        />
      )}
      {chosen && <button type="submit">{words.beginWithout}</button>}
    </form>
  )
}
