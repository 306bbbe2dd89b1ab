/** Everything that is set up once: what is still missing, then every screen by its part, with a search. */
import { TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ComponentType, useState } from 'react'
import { hasPlan } from '../lib/contract.ts'
import { useT } from '../lib/language.tsx'
import { useMe } from '../lib/me.ts'
import { Mark } from '../parts/mark.tsx'
import { Screen, Section } from '../parts/screen.tsx'
import { Empty } from '../parts/states.tsx'
import { setupParts } from '../screen-kinds.ts'
import { fits } from './fits.ts'
import { partOf, placesFor, type Standing } from './standing.ts'

const Entry = ({ one, text }: { one: Standing; text: string }) => {
  const t = useT()
  const me = useMe()
  const { plan } = one.reads
  return (
    <li>
      <Link to={one.path as '/'} data-row-link>
        {t.places[one.name]}
      </Link>
      {plan && !hasPlan(me, one.reads) ? (
        <Mark tone="muted">{t.setup.inPlan(t.words.plans[plan])}</Mark>
      ) : null}
      <small>{text}</small>
    </li>
  )
}

export const Page: ComponentType = () => {
  const t = useT()
  const me = useMe()
  const [typed, setTyped] = useState('')
  const about: Readonly<Record<string, string>> = t.about
  const missing: Readonly<Record<string, string>> = t.missing
  const all = placesFor(me)
  const open = all.filter((one) => one.missing?.(me))
  const parts = setupParts
    .map((part) => ({
      part,
      list: all.filter(
        (one) =>
          partOf(one) === part &&
          fits(`${t.places[one.name]} ${about[one.name] ?? ''} ${t.setup.parts[part]}`, typed),
      ),
    }))
    .filter(({ list }) => list.length > 0)
  return (
    <Screen title={t.places.setup}>
      <search>
        <TextInput
          type="search"
          className="search"
          size="xs"
          data-search
          aria-label={t.setup.search}
          placeholder={t.setup.search}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </search>
      {open.length > 0 && typed === '' ? (
        <Section title={t.setup.missing}>
          <ul className="setup-list">
            {open.map((one) => (
              <Entry key={one.name} one={one} text={missing[one.name] ?? ''} />
            ))}
          </ul>
        </Section>
      ) : null}
      {parts.map(({ part, list }) => (
        <Section key={part} title={t.setup.parts[part]}>
          <ul className="setup-list">
            {list.map((one) => (
              <Entry key={one.name} one={one} text={about[one.name] ?? ''} />
            ))}
          </ul>
        </Section>
      ))}
      {parts.length === 0 ? <Empty title={t.words.nothingMatches} /> : null}
    </Screen>
  )
}
