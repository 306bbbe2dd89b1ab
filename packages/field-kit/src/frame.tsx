/** The frame of an app for phones: the screen of its address, the offer of a new version, and tabs. */
import type { ComponentChildren, JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import type { Cell } from '#client/cell.ts'
import { newVersion } from '#pwa/worker-link.ts'
import { keepFocus } from '#ui/keep-focus.ts'
import { useCell } from './cell.ts'
import { Icon, type IconName } from './icon.tsx'
import type { Locale } from './locale.ts'
import { type Go, Link, type Navigation, NavigationContext, useHistory } from './navigation.tsx'
import { mayLeave, unsentForms } from './unsent-forms.ts'
import { type KitWords, LocaleContext } from './words.ts'

interface FrameProps {
  readonly locale: Cell<Locale<KitWords>>
  /** called once, with the function that moves to an address */
  readonly onStart: (go: Go) => void
  readonly screen: (at: Navigation) => ComponentChildren
  /** what lies over the screen */
  readonly layers?: ComponentChildren
  /** undefined on a screen with an action bar of its own */
  readonly tabs: (at: Navigation) => ComponentChildren | undefined
}

export const Frame = ({ locale, onStart, screen, layers, tabs }: FrameProps): JSX.Element => {
  const shown = useCell(locale)
  const isNewVersion = useCell(newVersion)
  const { main, ...at } = useHistory(() => locale.get().words, onStart)
  const { words } = shown
  useEffect(() => keepFocus(), [])
  const renew = (): void => {
    if (!mayLeave(words)) return
    // The user has already confirmed.
    unsentForms.set(0)
    location.reload()
  }
  const bar = tabs(at)
  return (
    <LocaleContext.Provider value={shown}>
      <NavigationContext.Provider value={at}>
        <div class={bar ? 'app' : 'app with-bar'}>
          <a class="skip" href="#content">
            {words.skip}
          </a>
          <main id="content" class="stack" ref={main} tabIndex={-1}>
            {isNewVersion && (
              <div class="row">
                <p>{words.newVersion}</p>
                <button type="button" onClick={renew}>
                  {words.useNewVersion}
                </button>
              </div>
            )}
            {screen(at)}
          </main>
          {layers}
          {bar && (
            <nav class="tabs" aria-label="Wellkept">
              {bar}
            </nav>
          )}
        </div>
      </NavigationContext.Provider>
    </LocaleContext.Provider>
  )
}

interface TabProps {
  readonly to: string
  readonly icon: IconName
  readonly current: boolean
  readonly children: ComponentChildren
}

export const Tab = ({ to, icon, current, children }: TabProps): JSX.Element => (
  <Link class="tab" to={to} current={current}>
    <Icon name={icon} />
    {children}
  </Link>
)
