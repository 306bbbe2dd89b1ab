/** What stays around every screen: the places on the left, the screen beside them. */
import { Button } from '@mantine/core'
import { IconMenu2, IconX } from '@tabler/icons-react'
import { Link, Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { Fragment, useEffect, useRef, useState } from 'react'
import { useFormat } from '../lib/format.ts'
import { useT } from '../lib/language.tsx'
import { holds, useMe } from '../lib/me.ts'
import { useMoment } from '../lib/moment.ts'
import { Account } from './account.tsx'
import { Commands } from './commands.tsx'
import { Help } from './help.tsx'
import { focusSearch, moveInList, useKeys } from './keys.ts'
import { type Place, places } from './places.ts'
import { SessionEnded } from './session-ended.tsx'

const Moment = () => {
  const { shell } = useT()
  const until = useMoment()
  return (
    <div role="status" className="moment">
      {until > 0 ? <p>{shell.moment}</p> : null}
    </div>
  )
}

const Notice = () => {
  const { shell } = useT()
  const { tenant } = useMe()
  const { date } = useFormat()
  if (tenant.readOnly) return <header className="notice">{shell.readOnly}</header>
  if (tenant.plan === 'TRIAL' && tenant.trialEndsAt) {
    return <header className="notice quiet-notice">{shell.trial(date(tenant.trialEndsAt))}</header>
  }
  return null
}

const Mark = () => (
  <svg viewBox="0 0 32 32" width="22" height="22" aria-hidden="true">
    <path d="M5 28V4h22v24h-6V14h-6v14z" fill="var(--accent)" />
    <circle cx="24" cy="21" r="1.6" fill="var(--bg)" />
  </svg>
)

const Places = ({ list, onGo }: { list: readonly Place[]; onGo: () => void }) => {
  const t = useT()
  return (
    <ul>
      {list.map((place) => (
        <li key={place.to}>
          <Link
            to={place.to}
            activeOptions={{ exact: place.to === '/', includeSearch: false }}
            activeProps={{ 'aria-current': 'page' }}
            onClick={onGo}
          >
            {t.places[place.name]}
          </Link>
        </li>
      ))}
    </ul>
  )
}

export const Shell = () => {
  const t = useT()
  const me = useMe()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [menu, setMenu] = useState(false)
  const [layer, setLayer] = useState<'commands' | 'help'>()
  const roles = me.user?.roles ?? []
  const open = places.filter(({ role }) => holds(roles, role))

  const first = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place is what moves the focus
  useEffect(() => {
    setMenu(false)
    if (first.current) {
      first.current = false
      return
    }
    document.getElementById('title')?.focus()
    scrollTo(0, 0)
  }, [pathname])

  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        setLayer('commands')
      } else if (event.key === 'Escape') setMenu(false)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  useKeys({
    '?': () => setLayer('help'),
    '/': focusSearch,
    j: () => moveInList(1),
    k: () => moveInList(-1),
    ...Object.fromEntries(open.map((place) => [`g ${place.key}`, () => void navigate({ to: place.to })])),
  })

  const groups = (['work', 'house', 'links'] as const)
    .map((group) => ({ group, list: open.filter((place) => place.group === group) }))
    .filter(({ list }) => list.length > 0)
  const shut = (): void => setMenu(false)
  return (
    <div className="shell">
      <a className="skip" href="#title">
        {t.shell.skip}
      </a>
      <nav className="rail" aria-label={t.shell.places}>
        <div className="rail-head">
          <Link to="/" className="brand">
            <Mark />
            <span>{me.tenant.name}</span>
          </Link>
          <button
            type="button"
            className="menu-button"
            aria-expanded={menu}
            aria-controls="places"
            onClick={() => setMenu(!menu)}
          >
            {menu ? <IconX size={20} aria-hidden /> : <IconMenu2 size={20} aria-hidden />}
            <span>{t.shell.menu}</span>
          </button>
        </div>
        <div id="places" className="places" data-open={menu || undefined}>
          <div className="places-lists">
            {groups.map(({ group, list }) => (
              <Fragment key={group}>
                {group === 'work' ? null : <p className="places-label">{t.shell[group]}</p>}
                <Places list={list} onGo={shut} />
              </Fragment>
            ))}
          </div>
          <div className="rail-foot">
            <Button variant="subtle" className="go-to" onClick={() => setLayer('commands')}>
              {t.shell.goTo} <kbd>Ctrl K</kbd>
            </Button>
            <Account onHelp={() => setLayer('help')} onGo={shut} />
          </div>
        </div>
      </nav>
      <div className="beside">
        <Notice />
        <Moment />
        <main>
          <Outlet />
          <div id="layers" />
        </main>
      </div>
      <Commands opened={layer === 'commands'} onClose={() => setLayer(undefined)} />
      <Help opened={layer === 'help'} onClose={() => setLayer(undefined)} />
      <SessionEnded />
    </div>
  )
}
