/** ADM-30: the arena: on or off after a simulation, what waits for a decision, seasons, rules, rewards, walls. */
import { Button } from '@mantine/core'
import { type ComponentType, Suspense, useState } from 'react'
import { type ArenaSetup, getArena, replaceArena } from '#contracts/arena/admin.ts'
import { callOf, useApi } from '#desk-kit/lib/api.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { Confirm } from '#desk-kit/parts/confirm.tsx'
import { lazyComponent } from '#desk-kit/parts/lazy-component.tsx'
import { Mark } from '#desk-kit/parts/mark.tsx'
import { Screen, Section } from '#desk-kit/parts/screen.tsx'
import { QueryView } from '#desk-kit/parts/states.tsx'
import { Breadcrumb } from '#desk-kit/shell/breadcrumb.tsx'
import './arena.css'
import { arenaMessages } from './messages.ts'
import { Rewards } from './rewards.tsx'
import { capNames, weightNames } from './rule-names.ts'
import { Seasons } from './seasons.tsx'
import { ToDecide } from './to-decide.tsx'
import { Walls } from './walls.tsx'

const SwitchOn = lazyComponent(async () => (await import('./switch-on.tsx')).SwitchOn)
const RulesForm = lazyComponent(async () => (await import('./rules-form.tsx')).RulesForm)

const State = ({ setup }: { setup: ArenaSetup }) => {
  const t = useMessages(arenaMessages)
  const { number } = useFormat()
  const [open, setOpen] = useState(false)
  const close = (): void => setOpen(false)
  const { enabled, participants, version } = setup
  const count = (value: number | null): string => (value === null ? t.fewer : number(value))
  return (
    <Section
      title={t.state}
      actions={
        <Button variant={enabled ? 'default' : 'filled'} onClick={() => setOpen(true)}>
          {enabled ? t.switchOff : t.switchOn}
        </Button>
      }
    >
      <dl className="facts wide-facts arena-rules">
        <div>
          <dt>{t.state}</dt>
          <dd>
            <Mark tone={enabled ? 'good' : 'muted'}>{enabled ? t.on : t.off}</Mark>
          </dd>
        </div>
        {enabled ? (
          <>
            <div>
              <dt>{t.joined}</dt>
              <dd>{count(participants.joined)}</dd>
            </div>
            <div>
              <dt>{t.teams}</dt>
              <dd>{count(participants.teams)}</dd>
            </div>
          </>
        ) : null}
      </dl>
      {open && enabled ? (
        <Confirm
          title={t.switchOffTitle}
          submit={t.switchOff}
          call={callOf(replaceArena, { body: { enabled: false }, ifMatch: version })}
          onClose={close}
        >
          {t.switchOffHelp}
        </Confirm>
      ) : null}
      {open && !enabled ? (
        <Suspense>
          <SwitchOn setup={setup} onClose={close} />
        </Suspense>
      ) : null}
    </Section>
  )
}

const Rules = ({ setup }: { setup: ArenaSetup }) => {
  const t = useMessages(arenaMessages)
  const { number } = useFormat()
  const [open, setOpen] = useState(false)
  const { weights, caps } = setup
  return (
    <Section title={t.rules} actions={<Button onClick={() => setOpen(true)}>{t.editRules}</Button>}>
      <dl className="facts wide-facts">
        {weightNames.map((name) => (
          <div key={name}>
            <dt>{t.weights[name]}</dt>
            <dd>{number(weights[name])}</dd>
          </div>
        ))}
        {capNames.map((name) => (
          <div key={name}>
            <dt>{t.caps[name]}</dt>
            <dd>{number(caps[name])}</dd>
          </div>
        ))}
      </dl>
      {open ? (
        <Suspense>
          <RulesForm setup={setup} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </Section>
  )
}

export const Page: ComponentType = () => {
  const { places } = useMessages()
  const t = useMessages(arenaMessages)
  const arena = useApi(getArena, {})
  return (
    <Screen
      title={places.arena.name}
      breadcrumb={<Breadcrumb name="arena" />}
      beside={<p className="quiet">{t.help}</p>}
    >
      <QueryView of={arena}>
        {(setup) => (
          <>
            <State setup={setup} />
            <ToDecide disputes={setup.disputes} redemptions={setup.redemptions} />
            <Seasons seasons={setup.seasons} />
            <Rules setup={setup} />
            <Rewards setup={setup} />
            <Walls setup={setup} />
          </>
        )}
      </QueryView>
    </Screen>
  )
}
