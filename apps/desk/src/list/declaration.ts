/** What a list says of itself; search, paging, sorting, states and keys come with the frame. */
import type { ReactElement, ReactNode } from 'react'
import type { Endpoint } from '#contracts/kit/endpoint.ts'
import type { SourceName } from '../find/sources.ts'
import type { Call } from '../lib/api.ts'
import type { ListEndpoint, RowOf, SearchOf } from '../lib/contract.ts'
import type { QuotaName } from '../parts/states.tsx'

/** Closes a layer, and says in the list what came of it. */
export type Close = (said?: string) => void

/** What can be done. Whether it is offered is decided by role and plan of `by`, or of what it calls. */
export type Action = { readonly label: string } & (
  | { readonly link: (props: object) => ReactElement; readonly by?: Endpoint }
  | { readonly layer: (close: Close) => ReactNode; readonly by: Endpoint }
  | { readonly call: Call; readonly said?: string }
)
/** An action, or nothing where it does not apply. */
export type MaybeAction = Action | false | null | undefined

export interface ListColumn<Row> {
  /** stands in the address; one that the contract can sort by is sorted by it */
  readonly key: string
  readonly head: string
  readonly cell: (row: Row) => ReactNode
  /** in small below */
  readonly below?: (row: Row) => ReactNode
  readonly end?: boolean
  /** only where there is room */
  readonly wide?: boolean
}

type Parameter<E extends ListEndpoint> = Exclude<keyof SearchOf<E>, 'page' | 'sort' | 'q' | 'columns'> &
  string

export type Filter<E extends ListEndpoint> =
  /** one or several of the contract's closed set, in words */
  | {
      readonly of: Parameter<E>
      readonly label: string
      readonly words: Readonly<Record<string, string>>
    }
  /** pressed: the parameter has this value */
  | { readonly of: Parameter<E>; readonly label: string; readonly pressed: boolean }
  /** found by the service */
  | {
      readonly of: Parameter<E>
      readonly label: string
      readonly from: SourceName
      readonly single?: boolean
    }
  /** open set with choices of its own, one at a time */
  | {
      readonly of: Parameter<E>
      readonly label: string
      readonly choices: readonly { readonly value: string; readonly label: string }[]
    }
  /** `from` and `to`; the label says what no choice means */
  | { readonly period: true; readonly label: string }
  /** comes by a link only; seen while it holds, and taken off here */
  | { readonly of: Parameter<E>; readonly named: (value: string) => string }

export interface ListDeclaration<E extends ListEndpoint> {
  /** what a row is called, for those who hear and for its menu */
  readonly name: (row: RowOf<E>) => string
  /** left out: its `id` */
  readonly id?: (row: RowOf<E>) => string
  /** one sentence below the title */
  readonly help?: string
  /** words of the search field; the contract has a `q` */
  readonly search?: string
  readonly filters?: readonly Filter<E>[]
  readonly columns: readonly ListColumn<RowOf<E>>[]
  /** what the first column opens */
  readonly opens?: (row: RowOf<E>) => MaybeAction
  readonly actions?: (row: RowOf<E>, rows: readonly RowOf<E>[]) => readonly MaybeAction[]
  /** rows have an order of their own: moves one to the place of another, by menu and by drag */
  readonly order?: (row: RowOf<E>, place: RowOf<E>) => Call
  /** with those that are picked */
  readonly bulk?: (rows: readonly RowOf<E>[]) => readonly MaybeAction[]
  /** at the head of the screen, the main one last */
  readonly create?: readonly MaybeAction[]
  /** while there is nothing yet; `action` ends that, left out: the last of `create`, null: nothing here does */
  readonly first: { readonly title: string; readonly help?: string; readonly action?: MaybeAction | null }
  /** told where an action meets the limit of the plan */
  readonly quota?: QuotaName
  /** between the filters and the rows */
  readonly note?: ReactNode
}

export interface ListTools<E extends ListEndpoint> {
  readonly search: SearchOf<E>
  /** another choice, from the first page on */
  readonly set: (change: SearchOf<E>) => void
}

/** A hook: it may ask for words, the current user, and whatever else its cells need. */
export type UseList<E extends ListEndpoint> = (tools: ListTools<E>) => ListDeclaration<E>
