/** Whether a rule or a policy would ever apply at its place, and the place before the one that takes all of it. */
import { Checkbox } from '@mantine/core'
import { takesAll } from '#contracts/admin/takes-all.ts'
import { useWords } from '../lib/language.tsx'
import { Mark } from '../parts/mark.tsx'

type Conditions = Parameters<typeof takesAll>[0]

export interface Placed {
  readonly id: string
  readonly name: string
  readonly enabled: boolean
  readonly position: number
  readonly conditions: Conditions
}

/**
 * @param all in the order in which they are tried; undefined: not read yet
 * @param own the id of the one that is edited; undefined: a new one, which comes last
 * @returns the first above that leaves nothing to one with these conditions
 */
export const takerOf = (
  all: readonly Placed[] | undefined,
  own: string | undefined,
  conditions: Conditions,
): Placed | undefined => {
  const place = all?.findIndex(({ id }) => id === own) ?? -1
  return all
    ?.slice(0, place === -1 ? all.length : place)
    .find((one) => one.enabled && takesAll(one.conditions, conditions))
}

interface TakenAboveProps {
  readonly taker: Placed
  readonly before: boolean
  readonly onChange: (before: boolean) => void
}

export const TakenAbove = ({ taker: { name }, before, onChange }: TakenAboveProps) => {
  const { lists } = useWords()
  return (
    <fieldset className="plain-fieldset">
      <legend className="hidden">{lists.placeBefore({ name })}</legend>
      <p role="status">
        {before ? lists.takenUnlessBefore({ name }) : <Mark tone="warn">{lists.takenAbove({ name })}</Mark>}
      </p>
      <Checkbox
        label={lists.placeBefore({ name })}
        checked={before}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </fieldset>
  )
}
