/** A field for a whole number within bounds; what is typed stays as it is until it is right. */
import { NumberInput } from '@mantine/core'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { arenaMessages } from './messages.ts'

export type Typed = number | string

/** Undefined where it is no whole number within the bounds. */
export const wholeNumber = (typed: Typed, min: number, max: number): number | undefined => {
  const value = typed === '' ? Number.NaN : Number(typed)
  return Number.isInteger(value) && value >= min && value <= max ? value : undefined
}

interface WholeNumberProps {
  readonly label: string
  readonly description?: string
  readonly min: number
  readonly max: number
  readonly value: Typed
  /** empty is allowed */
  readonly optional?: boolean
  readonly onChange: (typed: Typed) => void
}

export const WholeNumber = ({ min, max, optional, ...props }: WholeNumberProps) => {
  const t = useMessages(arenaMessages)
  const wrong = !(optional && props.value === '') && wholeNumber(props.value, min, max) === undefined
  return (
    <NumberInput
      {...props}
      min={min}
      max={max}
      clampBehavior="none"
      allowDecimal={false}
      error={wrong ? t.between({ min, max }) : undefined}
    />
  )
}
