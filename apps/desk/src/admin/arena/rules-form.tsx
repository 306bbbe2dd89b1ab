/** Points and caps, tried on the last 30 days before they are saved. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import { type ArenaSetup, replaceArena } from '#contracts/arena/admin.ts'
import type { Caps, Weights } from '#contracts/arena/records.ts'
import { FormDialog } from '#desk-kit/form/form-dialog.tsx'
import { useForm } from '#desk-kit/form/use-form.ts'
import { useAction } from '#desk-kit/lib/api.ts'
import { bodyField } from '#desk-kit/lib/contract.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { ErrorPanel } from '#desk-kit/parts/states.tsx'
import { arenaMessages } from './messages.ts'
import { capNames, weightNames } from './rule-names.ts'
import { Simulation } from './simulation.tsx'
import { type Typed, WholeNumber, wholeNumber } from './whole-number.tsx'

type Drafts<Fields> = { readonly [Key in keyof Fields]: Typed }
const boundsOf = (path: string) => {
  const { minimum = 0, maximum = 0 } = bodyField(replaceArena, path) ?? {}
  return { min: minimum, max: maximum }
}

const areRight = <Name extends string>(
  names: readonly Name[],
  drafts: Readonly<Record<Name, Typed>>,
  part: string,
): boolean =>
  names.every((name) => {
    const { min, max } = boundsOf(`${part}.${name}`)
    return wholeNumber(drafts[name], min, max) !== undefined
  })

const numbersOf = <Fields extends object>(drafts: Drafts<Fields>): Fields =>
  Object.fromEntries(Object.entries(drafts).map(([name, typed]) => [name, Number(typed)])) as Fields

export const RulesForm = ({ setup, onClose }: { setup: ArenaSetup; onClose: () => void }) => {
  const { words } = useMessages()
  const t = useMessages(arenaMessages)
  const save = useAction(replaceArena)
  const attempt = useAction(replaceArena, { quiet: true })
  const [tried, setTried] = useState('')
  const form = useForm({
    record: setup,
    draft: (now) => ({
      weights: (now ?? setup).weights as Drafts<Weights>,
      caps: (now ?? setup).caps as Drafts<Caps>,
    }),
    write: ({ weights, caps }) => ({ weights: numbersOf(weights), caps: numbersOf(caps) }),
    body: replaceArena,
    check: ({ weights, caps }) => ({
      weights: !areRight(weightNames, weights, 'weights') && t.between({ min: 0, max: 20 }),
      caps: !areRight(capNames, caps, 'caps') && t.between({ min: 1, max: 1000 }),
    }),
    update: (body, { version }) => save.mutateAsync({ body, ifMatch: version }),
    onDone: onClose,
  })
  const { weights, caps } = form.values
  const isRight = areRight(weightNames, weights, 'weights') && areRight(capNames, caps, 'caps')
  const found = attempt.data?.simulation
  const draft = JSON.stringify([weights, caps])
  return (
    <FormDialog form={form} title={t.editRules} submit={words.save} onClose={onClose} wide>
      {setup.seasons.some(({ state }) => state === 'ACTIVE') ? <p>{t.runs}</p> : null}
      <div className="two">
        {weightNames.map((name) => (
          <WholeNumber
            key={name}
            label={t.weights[name]}
            {...boundsOf(`weights.${name}`)}
            value={weights[name]}
            onChange={(typed) => form.set({ weights: { ...weights, [name]: typed } })}
          />
        ))}
      </div>
      <div className="two">
        {capNames.map((name) => (
          <WholeNumber
            key={name}
            label={t.caps[name]}
            {...boundsOf(`caps.${name}`)}
            value={caps[name]}
            onChange={(typed) => form.set({ caps: { ...caps, [name]: typed } })}
          />
        ))}
      </div>
      <div>
        <Button
          loading={attempt.isPending}
          disabled={!isRight}
          onClick={() => {
            setTried(draft)
            attempt.mutate({ body: { weights: numbersOf(weights), caps: numbersOf(caps), dryRun: true } })
          }}
        >
          {t.simulate}
        </Button>
      </div>
      <div aria-live="polite">{found && tried === draft ? <Simulation of={found} /> : null}</div>
      {attempt.error ? <ErrorPanel error={attempt.error} /> : null}
    </FormDialog>
  )
}
