/** The content of one line of a file, whatever its columns are called. */
import type { LocationKind } from '#contracts/places/locations.ts'
import type { OperationalState } from '#contracts/records.ts'

/** A field that is undefined is not in the file and stays as it is. */
export interface BuildingPart {
  readonly externalId?: string | undefined
  readonly name: string
  readonly address?: string | undefined
  readonly timeZone?: string | undefined
  readonly latitude?: number | undefined
  readonly longitude?: number | undefined
}

export interface AmenityPart {
  readonly externalId?: string | undefined
  readonly name: string
  /** code of a type of the tenant; undefined: OTHER for a new amenity */
  readonly type?: string | undefined
  /** used only for a new amenity; later staff set it */
  readonly state?: OperationalState | undefined
  readonly accessible?: boolean | undefined
  readonly openingHours?: string | undefined
  readonly notes?: string | undefined
}

export interface Place {
  readonly building: BuildingPart
  /** from the top down */
  readonly locations: readonly { readonly kind: LocationKind; readonly name: string }[]
  readonly amenity: AmenityPart | undefined
  /** from an export of this service: its own ids, and the location in one text */
  readonly ids?:
    | { readonly building: string; readonly amenity: string; readonly location: string }
    | undefined
}

/** A cell with a fault. */
export class CellFault extends Error {
  readonly column: string
  /** as in the file */
  readonly value: string
  constructor(column: string, value: string, message: string) {
    super(message)
    this.column = column
    this.value = value
  }
}

/** Reads the cells of a line one by one, so that all faults are reported at once. */
export const collectFaults = (): {
  readonly faults: CellFault[]
  /** undefined if the cell has a fault */
  attempt<T>(read: () => T): T | undefined
} => {
  const faults: CellFault[] = []
  return {
    faults,
    attempt: (read) => {
      try {
        return read()
      } catch (error) {
        if (!(error instanceof CellFault)) throw error
        faults.push(error)
        return undefined
      }
    },
  }
}

export interface Reading {
  /** undefined: the line is empty or incomplete; of a line with faults it only serves to find more of them */
  readonly place: Place | undefined
  readonly faults: readonly CellFault[]
  /** why the line is skipped without a fault; absent: it is empty */
  readonly skipped?: string
}

/** Reads the lines of one kind of file; created for each file. */
export interface LineReader {
  /** unknown headings as written; their columns are ignored */
  readonly unknown: readonly string[]
  read(cells: readonly string[]): Reading
}

/** What a reader needs of the tenant. */
export interface TenantWords {
  /** name of a type in the tenant's first language */
  typeName(code: string): string
  /** code of a type by its code or name */
  typeCode(text: string): string | undefined
}
