/** Overview of the set-up: what is missing, then all screens by group, with a search. */
import { TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ComponentType, useState } from 'react'
import { getWizardState } from '#contracts/wizard.ts'
import { hasPlan, hasRole } from '#desk-kit/lib/contract.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { useMe } from '#desk-kit/lib/me.ts'
import { Mark } from '#desk-kit/parts/mark.tsx'
import { Screen, Section } from '#desk-kit/parts/screen.tsx'
import { Empty } from '#desk-kit/parts/states.tsx'
import { matchesWords } from '#desk-kit/shell/matches-words.ts'
import { type NavNode, navNodesFor, setupPartOf } from '#desk-kit/shell/nav-tree.ts'
import { setupParts } from '#desk-kit/shell/screen-kinds.ts'
import { useScreenText } from '#desk-kit/shell/screen-names.ts'
import { Health } from './health.tsx'

const Entry = ({ one, text }: { one: NavNode; text: string }) => {
  const textOf = useScreenText()
  const { setup, words } = useMessages()
  const me = useMe()
  const { plan } = one.reads
  return (
    <li>
      <Link to={one.path as '/'} data-row-link>
        {textOf(one.name).name}
      </Link>
      {plan && !hasPlan(me, one.reads) ? (
        <Mark tone="muted">{setup.inPlan({ plan: words.plans[plan] })}</Mark>
      ) : null}
      <small>{text}</small>
    </li>
  )
}

export const Page: ComponentType = () => {
  const textOf = useScreenText()
  const { places, setup, words } = useMessages()
  const me = useMe()
  const [typed, setTyped] = useState('')
  const all = navNodesFor(me)
  const open = all.filter((one) => one.missing?.(me))
  const parts = setupParts
    .map((part) => ({
      part,
      list: all.filter(
        (one) =>
          setupPartOf(one) === part &&
          matchesWords(
            `${textOf(one.name).name} ${textOf(one.name).about ?? ''} ${setup.parts[part]}`,
            typed,
          ),
      ),
    }))
    .filter(({ list }) => list.length > 0)
  return (
    <Screen title={places.setup.name}>
      <search>
        <TextInput
          type="search"
          className="search"
          size="xs"
          data-search
          aria-label={setup.search}
          placeholder={setup.search}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </search>
      {typed === '' && hasRole(me, getWizardState) ? <Health /> : null}
      {open.length > 0 && typed === '' ? (
        <Section title={setup.missing}>
          <ul className="setup-list">
            {open.map((one) => (
              <Entry key={one.name} one={one} text={textOf(one.name).missing ?? ''} />
            ))}
          </ul>
        </Section>
      ) : null}
      {parts.map(({ part, list }) => (
        <Section key={part} title={setup.parts[part]}>
          <ul className="setup-list">
            {list.map((one) => (
              <Entry key={one.name} one={one} text={textOf(one.name).about ?? ''} />
            ))}
          </ul>
        </Section>
      ))}
      {parts.length === 0 ? <Empty title={words.nothingMatches} /> : null}
    </Screen>
  )
}
