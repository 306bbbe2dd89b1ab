/** What a screen is declared as: a list, a record or a page of its own. Everything else follows from it. */
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

/** Parts of the set-up, in the order of its overview. */
export const setupParts = ['facility', 'operations', 'people', 'links', 'organisation'] as const
export type SetupPart = (typeof setupParts)[number]

/** `work` and `places` stand in the rail; a part of the set-up stands in its overview. */
export type Area = 'work' | 'places' | 'setup' | SetupPart | 'account'

/** A read with its input. */
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
  /** what it asks first: who may see it and with which plan is the contract's */
  readonly reads: E
  /** what its code says: fetched beside it */
  readonly messages: readonly MessageSet<unknown>[]
}

interface Placed {
  readonly area: Area
  /** the letter after `g` */
  readonly key?: string
  /** nothing is set up here yet, as far as the current user tells */
  readonly missing?: (me: Me) => boolean
}

/** Stands below another screen, which leads to it. */
interface Below {
  readonly under: string
}

type NavPosition = Placed | Below
type Reader<S> = (search: Record<string, unknown>) => S

interface ListFacts<P extends string, E extends ListEndpoint> extends Shared<P, E> {
  /** the order while the address names none; left out: the contract's first */
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
  /** prefetched when it opens */
  readonly queries?: (search: S, id: string, reader: DayReader) => readonly ScreenQuery[]
  readonly load: () => Promise<{
    readonly Page: ComponentType
    /** shown in its place where the plan excludes it */
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

/** What every screen tells of itself, whatever its kind. */
export type ScreenFacts = {
  readonly kind: 'list' | 'record' | 'page'
  readonly path: string
  readonly reads: Endpoint
} & Partial<Placed & Below>
