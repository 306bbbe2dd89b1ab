/** Frames around the code of a screen, by its kind. */
import type { ComponentType } from 'react'
import { spokenLanguage } from '../lib/language.tsx'
import { loadChunk } from '../lib/load-chunk.ts'
import type { MessageSet } from '../lib/messages.ts'
import type { Reader } from '../lib/reader.ts'
import { ListScreen } from '../list/list-screen.tsx'
import { Breadcrumb } from './breadcrumb.tsx'
import { Guard, RecordScreen, useTitle } from './frame.tsx'
import type { ScreenFacts, ScreenQuery } from './screen-kinds.ts'

/** What `list`, `record` and `page` declare. */
export interface AnyScreen extends ScreenFacts {
  readonly messages: readonly MessageSet<unknown>[]
  readonly search: (search: Record<string, unknown>) => object
  readonly queries?: ((search: never, id: string, reader: Reader) => readonly ScreenQuery[]) | undefined
  readonly sort?: string | undefined
  readonly title?: (record: never) => string
  readonly load: () => Promise<object>
}

interface Code {
  readonly useList?: unknown
  readonly Detail?: unknown
  readonly Page?: ComponentType
  readonly PlanTeaser?: ComponentType
}

/** The screen in its frame; resolves when its code and texts have loaded. */
export const frameOf = async (name: string, screen: AnyScreen): Promise<ComponentType> => {
  // A failed catalogue is reported by the component that uses it.
  const words = Promise.allSettled(screen.messages.map((set) => set.load(spokenLanguage())))
  const [code] = await Promise.all([loadChunk(async (): Promise<Code> => screen.load()), words])
  const { reads } = screen
  if (screen.kind === 'list') {
    return () => {
      const title = useTitle(name)
      return (
        <Guard name={name} title={title} reads={reads}>
          <ListScreen
            name={name}
            title={title}
            breadcrumb={<Breadcrumb name={name} />}
            reads={reads as never}
            sort={screen.sort}
            use={code.useList as never}
          />
        </Guard>
      )
    }
  }
  if (screen.kind === 'record') {
    return () => {
      const title = useTitle(name)
      return (
        <Guard name={name} title={title} reads={reads}>
          <RecordScreen
            name={name}
            title={title}
            reads={reads as never}
            titleOf={screen.title as never}
            Detail={code.Detail as never}
          />
        </Guard>
      )
    }
  }
  const { Page, PlanTeaser } = code as Code & { readonly Page: ComponentType }
  return () => (
    <Guard name={name} title={useTitle(name)} reads={reads} PlanTeaser={PlanTeaser}>
      <Page />
    </Guard>
  )
}
