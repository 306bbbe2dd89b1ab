/**
 * Kinds of screens: list, record and page. Routes, navigation and checks of role and plan follow from the
 * declaration.
 */
import type { ComponentType } from 'react'
import type { CallInput, CallOutput } from '#client/types.ts'
import type { Me } from '#contracts/auth.ts'
import type { Endpoint } from '#contracts/kit/endpoint.ts'
import {
  type ListEndpoint,
  type RecordEndpoint,
  readSearch,
  type SearchOf,
  type SortOf,
} from '../lib/contract.ts'
import type { MessageSet } from '../lib/messages.ts'
import type { Reader as DayReader } from '../lib/reader.ts'
import type { UseList } from '../list/declaration.ts'
import { listQuery } from '../list/list-query.ts'

/** Groups of the set-up overview, in order. */
export const setupParts = ['facility', 'operations', 'people', 'links', 'organisation'] as const
export type SetupPart = (typeof setupParts)[number]

/** `work`, `places` and `setup` are in the rail; a set-up part is listed in the overview. */
export type Area = 'work' | 'places' | 'setup' | SetupPart | 'account'

export interface ScreenQuery {
  readonly endpoint: Endpoint
  readonly input: unknown
}

export const queryOf = <const E extends Endpoint>(endpoint: E, input: CallInput<E>): ScreenQuery => ({
  endpoint,
  input,
})

interface Shared<P extends string, E extends Endpoint> {
  readonly path: P
  /** the main query; its contract gives the required role and plan */
  readonly reads: E
  /** loaded together with the code */
  readonly messages: readonly MessageSet<unknown>[]
}

interface Placed {
  readonly area: Area
  /** second key of the shortcut `g …` */
  readonly key?: string
  /** whether nothing is set up here yet */
  readonly missing?: (me: Me) => boolean
}

/** Has no navigation entry; the screen `under` links to it. */
interface Below {
  readonly under: string
}

type NavPosition = Placed | Below
type Reader<S> = (search: Record<string, unknown>) => S

interface ListFacts<P extends string, E extends ListEndpoint> extends Shared<P, E> {
  /** default order; left out: the contract's first */
  readonly sort?: SortOf<E>
  readonly load: () => Promise<{ readonly useList: UseList<E> }>
}
export const list = <const P extends string, E extends ListEndpoint>(
  facts: ListFacts<P, E> & NavPosition,
) => ({
  kind: 'list' as const,
  ...facts,
  sort: facts.sort as string | undefined,
  search: readSearch(facts.reads) as Reader<SearchOf<E>>,
  queries: (search: SearchOf<E>): readonly ScreenQuery[] => [
    { endpoint: facts.reads, input: listQuery(facts.reads, search, facts.sort as string | undefined) },
  ],
})

export type RecordView<E extends RecordEndpoint> = ComponentType<{ readonly record: CallOutput<E> }>

interface RecordFacts<P extends string, E extends RecordEndpoint> extends Shared<P, E>, Below {
  readonly title: (record: CallOutput<E>) => string
  readonly load: () => Promise<{ readonly Detail: RecordView<E> }>
}
export const record = <const P extends string, E extends RecordEndpoint>(facts: RecordFacts<P, E>) => ({
  kind: 'record' as const,
  ...facts,
  search: (() => ({})) as Reader<object>,
  queries: (_search: object, id: string): readonly ScreenQuery[] => [
    { endpoint: facts.reads, input: { params: { id } } },
  ],
})

interface PageFacts<P extends string, E extends Endpoint, S> extends Shared<P, E> {
  readonly search?: Reader<S>
  /** prefetched when the screen opens */
  readonly queries?: (search: S, id: string, reader: DayReader) => readonly ScreenQuery[]
  readonly load: () => Promise<{
    readonly Page: ComponentType
    /** shown below the notice where the plan excludes the screen */
    readonly PlanTeaser?: ComponentType
  }>
}
export const page = <const P extends string, E extends Endpoint, S = object>(
  facts: PageFacts<P, E, S> & NavPosition,
) => ({
  kind: 'page' as const,
  ...facts,
  search: facts.search ?? ((() => ({})) as unknown as Reader<S>),
})

/** What all kinds have in common. */
export type ScreenFacts = {
  readonly kind: 'list' | 'record' | 'page'
  readonly path: string
  readonly reads: Endpoint
} & Partial<Placed & Below>
