/** Frame around every screen: navigation on the left, the screen beside it. */
import { Button } from '@mantine/core'
import { IconMenu2, IconX } from '@tabler/icons-react'
import { type AnyRouter, Link, Outlet, useLocation, useMatches, useNavigate } from '@tanstack/react-router'
import { Fragment, Suspense, useEffect, useLayoutEffect, useState } from 'react'
import { keepFocus } from '#ui/keep-focus.ts'
import { useBusyUntil } from '../lib/busy-notice.ts'
import { focusSearch, isUnderModal, moveInList, useCommandKeys, useKeys } from '../lib/keys.ts'
import { useMessages } from '../lib/language.tsx'
import { useViewer } from '../lib/me.ts'
import { Account } from './account.tsx'
import { ChangesNote, NotLive } from './changes-note.tsx'
import type { FrameParts } from './frame-parts.ts'
import { Help } from './help.tsx'
import { type NavNode, navNodeAt, navNodesFor, railFor, railNameOf } from './nav-tree.ts'
import { useScreenText } from './screen-names.ts'
import { SessionEnded } from './session-ended.tsx'
import { holdKeys } from './typed-ahead.ts'

const BusyNotice = () => {
  const { shell } = useMessages()
  const until = useBusyUntil()
  return (
    <div role="status" className="busy-notice">
      {until > 0 ? <p>{shell.moment}</p> : null}
    </div>
  )
}

const Mark = () => (
  <svg viewBox="0 0 32 32" width="22" height="22" aria-hidden="true">
    <path d="M5 28V4h22v24h-6V14h-6v14z" fill="var(--accent)" />
    <circle cx="24" cy="21" r="1.6" fill="var(--bg)" />
  </svg>
)

interface NavListProps {
  readonly list: readonly NavNode[]
  /** name of the highlighted entry */
  readonly current: string | undefined
  readonly onGo: () => void
}

const NavList = ({ list, current, onGo }: NavListProps) => {
  const textOf = useScreenText()
  return (
    <ul>
      {list.map(({ name, path }) => (
        <li key={name}>
          <Link
            to={path as '/'}
            activeProps={{}}
            activeOptions={{ exact: true, includeSearch: false }}
            aria-current={name === current ? 'page' : undefined}
            onClick={onGo}
          >
            {textOf(name).name}
          </Link>
        </li>
      ))}
    </ul>
  )
}

export const Shell = ({ Commands, Notices, ...parts }: FrameParts) => {
  const { shell } = useMessages()
  const commandKeys = useCommandKeys()
  const { organisation, staff } = useViewer()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [menu, setMenu] = useState(false)
  const [layer, setLayer] = useState<'commands' | 'help'>()
  const [commandsRequested, setCommandsRequested] = useState(false)
  if (layer === 'commands' && !commandsRequested) setCommandsRequested(true)
  const open = navNodesFor(staff)
  const shown = useMatches<AnyRouter, string | undefined>({ select: (matches) => matches.at(-1)?.fullPath })
  const here = shown === undefined ? undefined : navNodeAt(shown)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another place closes the menu
  useEffect(() => setMenu(false), [pathname])

  useEffect(() => keepFocus(), [])

  // A layout effect, because the next key may come before the palette does.
  useLayoutEffect(() => (layer === 'commands' ? holdKeys(() => setLayer(undefined)) : undefined), [layer])

  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        if (!isUnderModal()) setLayer('commands')
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
    ...Object.fromEntries(
      open.flatMap(({ key, path }) => (key ? [[`g ${key}`, () => void navigate({ to: path as '/' })]] : [])),
    ),
  })

  const rail = railFor(staff)
  const groups = (['work', 'places', 'setup'] as const)
    .map((group) => ({ group, list: rail.filter(({ area }) => area === group) }))
    .filter(({ list }) => list.length > 0)
  const closeMenu = (): void => setMenu(false)
  return (
    <div className="shell">
      <a className="skip" href="#title">
        {shell.skip}
      </a>
      <nav className="rail" aria-label={shell.places}>
        <div className="rail-head">
          <Link to="/" className="brand">
            <Mark />
            <span>{organisation}</span>
          </Link>
          <button
            type="button"
            className="menu-button"
            aria-expanded={menu}
            aria-controls="places"
            onClick={() => setMenu(!menu)}
          >
            {menu ? <IconX size={20} aria-hidden /> : <IconMenu2 size={20} aria-hidden />}
            <span>{shell.menu}</span>
          </button>
        </div>
        <div id="places" className="places" data-open={menu || undefined}>
          <div className="places-lists">
            {groups.map(({ group, list }) => (
              <Fragment key={group}>
                {group === 'places' ? <p className="places-label">{shell.house}</p> : null}
                <NavList list={list} current={here && railNameOf(here)} onGo={closeMenu} />
              </Fragment>
            ))}
          </div>
          <div className="rail-foot">
            <Button variant="subtle" className="go-to" onClick={() => setLayer('commands')}>
              {shell.goTo} <kbd>{commandKeys}</kbd>
            </Button>
            <Account onHelp={() => setLayer('help')} onGo={closeMenu} {...parts} />
          </div>
        </div>
      </nav>
      <div className="beside">
        {Notices ? <Notices /> : null}
        <NotLive />
        <BusyNotice />
        <ChangesNote />
        <main>
          <Outlet />
          <div id="layers" />
        </main>
      </div>
      {commandsRequested ? (
        <Suspense>
          <Commands opened={layer === 'commands'} onClose={() => setLayer(undefined)} />
        </Suspense>
      ) : null}
      <Help opened={layer === 'help'} onClose={() => setLayer(undefined)} {...parts} />
      <SessionEnded SignIn={parts.SignIn} />
    </div>
  )
}
