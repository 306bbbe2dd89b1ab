/** The name under which others see a player. */
import type { JSX } from 'preact'
import { TextField } from '#field-kit/form.tsx'
import { useWords } from '../words.ts'

export const isAlias = (text: string): boolean => {
  const { length } = text.trim()
  return length >= 2 && length <= 24
}

export const AliasField = ({
  value,
  wrong,
  onText,
}: {
  value: string
  wrong: boolean
  onText: (text: string) => void
}): JSX.Element => {
  const words = useWords()
  return (
    <TextField
      label={words.alias}
      name="alias"
      autocomplete="off"
      maxLength={24}
      value={value}
      hint={words.aliasHint}
      error={wrong ? words.aliasLength : undefined}
      onText={onText}
    />
  )
}
