/** Says where a rule or a policy would never apply, and offers a new one the place before what takes all of it. */
import { Checkbox } from '@mantine/core'
import { useEffect, useState } from 'react'
import { takesAll } from '#contracts/admin/takes-all.ts'
import { useMessages } from '../lib/language.tsx'
import { Mark } from '../parts/mark.tsx'

type Conditions = Parameters<typeof takesAll>[0]

interface Rule {
  readonly id: string
  readonly name: string
  readonly enabled: boolean
  readonly position: number
  /** of a policy */
  readonly scope?: Conditions
  /** of a routing rule */
  readonly when?: Conditions
  readonly target?: { readonly active: boolean } | null
}

interface TakenAboveProps {
  /** in the order in which they are tried */
  readonly all: readonly Rule[]
  /** the id of the one that is edited; undefined: a new one, which comes last */
  readonly own: string | undefined
  readonly conditions: Conditions
  /** where a new one is to be placed; undefined: last */
  readonly onPlace: (position: number | undefined) => void
}

export const TakenAbove = ({ all, own, conditions, onPlace }: TakenAboveProps) => {
  const { lists } = useMessages()
  const [before, setBefore] = useState(true)
  const place = all.findIndex(({ id }) => id === own)
  const taker = all.slice(0, place === -1 ? all.length : place).find(
    // One whose target is away is passed over.
    ({ enabled, target, when, scope }) =>
      enabled && target?.active !== false && takesAll(when ?? scope ?? {}, conditions),
  )
  const isNew = own === undefined
  const position = isNew && before ? taker?.position : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: told when the place is another
  useEffect(() => onPlace(position), [position])
  if (!taker) return null
  const { name } = taker
  return (
    <fieldset className="plain-fieldset">
      <legend className="hidden">{lists.placeBefore({ name })}</legend>
      <p role="status">
        {position === undefined ? (
          <Mark tone="warn">{lists.takenAbove({ name })}</Mark>
        ) : (
          lists.takenUnlessBefore({ name })
        )}
      </p>
      {isNew ? (
        <Checkbox
          label={lists.placeBefore({ name })}
          checked={before}
          onChange={(event) => setBefore(event.currentTarget.checked)}
        />
      ) : null}
    </fieldset>
  )
}
