/** Navigation between routes. */
import { type ComponentChildren, createContext, type JSX } from 'preact'
import { useContext } from 'preact/hooks'
import type { Route } from './routes.ts'

export interface Router {
  readonly route: Route
  readonly search: string
  /**
   * @param options `replace` replaces the history entry; `sent`: the form is in the outbox, so do not ask
   * before leaving
   */
  go(path: string, options?: { replace?: boolean; sent?: boolean }): void
}

export const RouterContext = createContext<Router>({ route: { name: 'tasks' }, search: '', go: () => {} })

export const useRouter = (): Router => useContext(RouterContext)

type LinkProps = {
  readonly to: string
  readonly class?: string
  readonly current?: boolean
  readonly children: ComponentChildren
}

export const Link = ({ to, class: name, current, children }: LinkProps): JSX.Element => {
  const { go } = useRouter()
  const follow = (event: MouseEvent): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    go(to)
  }
  return (
    <a href={to} class={name ?? ''} aria-current={current ? 'page' : undefined} onClick={follow}>
      {children}
    </a>
  )
}
