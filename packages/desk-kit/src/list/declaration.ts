/** Declaration of a list screen. Search, paging, sorting, states and keys are provided by ListScreen. */
import type { ReactElement, ReactNode } from 'react'
import type { Endpoint } from '#contracts/kit/endpoint.ts'
import type { SourceName } from '../find/sources.ts'
import type { Call } from '../lib/api.ts'
import type { ListEndpoint, RowOf, SearchOf } from '../lib/contract.ts'
import type { QuotaName } from '../parts/states.tsx'

/** Closes a layer; `message` is announced in the list. */
export type Close = (message?: string) => void

/** An action. Role and plan of `by`, or of the called endpoint, decide whether it is offered. */
export type Action = { readonly label: string } & (
  | { readonly link: (props: object) => ReactElement; readonly by?: Endpoint }
  | { readonly layer: (close: Close) => ReactNode; readonly by: Endpoint }
  | { readonly call: Call; readonly message?: string }
)
/** Falsy where the action does not apply. */
export type MaybeAction = Action | false | null | undefined

export interface ListColumn<Row> {
  /** used in the address; sortable where the contract can sort by it */
  readonly key: string
  readonly head: string
  readonly cell: (row: Row) => ReactNode
  /** in small type below the cell */
  readonly below?: (row: Row) => ReactNode
  readonly end?: boolean
  /** hidden on narrow screens */
  readonly wide?: boolean
}

type Parameter<E extends ListEndpoint> = Exclude<keyof SearchOf<E>, 'page' | 'sort' | 'q' | 'columns'> &
  string

export type Filter<E extends ListEndpoint> =
  /** choices are the values of the parameter's enum, with their labels */
  | {
      readonly of: Parameter<E>
      readonly label: string
      readonly words: Readonly<Record<string, string>>
    }
  /** toggle: pressed sets the parameter to this value */
  | { readonly of: Parameter<E>; readonly label: string; readonly pressed: boolean }
  /** options are searched by the service */
  | {
      readonly of: Parameter<E>
      readonly label: string
      readonly from: SourceName
      readonly single?: boolean
    }
  /** single choice from the given options */
  | {
      readonly of: Parameter<E>
      readonly label: string
      readonly choices: readonly { readonly value: string; readonly label: string }[]
    }
  /** parameters `from` and `to`; the label is shown when nothing is chosen */
  | { readonly period: true; readonly label: string }
  /** set by links only; shown while active, and can be removed */
  | { readonly of: Parameter<E>; readonly named: (value: string) => string }

export interface ListDeclaration<E extends ListEndpoint> {
  /** accessible name of a row and its menu */
  readonly name: (row: RowOf<E>) => string
  /** defaults to `row.id` */
  readonly id?: (row: RowOf<E>) => string
  /** below the title */
  readonly help?: string
  /** label of the search field; requires a parameter `q` */
  readonly search?: string
  readonly filters?: readonly Filter<E>[]
  readonly columns: readonly ListColumn<RowOf<E>>[]
  /** what the first column opens */
  readonly opens?: (row: RowOf<E>) => MaybeAction
  readonly actions?: (row: RowOf<E>, rows: readonly RowOf<E>[]) => readonly MaybeAction[]
  /** rows have an order: moves one to the place of another, by menu or drag */
  readonly order?: (row: RowOf<E>, place: RowOf<E>) => Call
  /** for the selected rows */
  readonly bulk?: (rows: readonly RowOf<E>[]) => readonly MaybeAction[]
  /** in the header of the screen, the primary one last */
  readonly create?: readonly MaybeAction[]
  /** shown while the list is empty; `action` defaults to the last of `create`, null: none */
  readonly first: { readonly title: string; readonly help?: string; readonly action?: MaybeAction | null }
  /** shown when an action reaches the limit of the plan */
  readonly quota?: QuotaName
  /** between filters and rows */
  readonly note?: ReactNode
}

export interface ListTools<E extends ListEndpoint> {
  readonly search: SearchOf<E>
  /** changes filters and returns to the first page */
  readonly set: (change: SearchOf<E>) => void
}

/** A hook, so it may use other hooks. */
export type UseList<E extends ListEndpoint> = (tools: ListTools<E>) => ListDeclaration<E>
