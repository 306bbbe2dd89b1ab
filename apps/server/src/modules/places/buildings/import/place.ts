/** What one line of a file says, whatever its columns are called. */
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
  /** code of a type of the tenant; undefined: OTHER when the amenity is new */
  readonly type?: string | undefined
  /** taken when the amenity is made; later it is what staff say */
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
  /** what an export of this service says: its own ids, and the location in one text */
  readonly ids?:
    | { readonly building: string; readonly amenity: string; readonly location: string }
    | undefined
}

/** A cell at fault. */
export class CellFault extends Error {
  readonly column: string
  /** as it stands in the file */
  readonly value: string
  constructor(column: string, value: string, message: string) {
    super(message)
    this.column = column
    this.value = value
  }
}

/** Reads the cells of a line one after the other, so that all of its faults are known at once. */
export const collectFaults = (): {
  readonly faults: CellFault[]
  /** undefined where the cell is at fault */
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
  /** undefined: nothing is in this line, or not enough; of a line with faults only to look for more of them */
  readonly place: Place | undefined
  readonly faults: readonly CellFault[]
  /** why the line is left out, where that is no fault; left out: it is empty */
  readonly skipped?: string
}

/** Reads the lines of one kind of file; made anew for each file. */
export interface LineReader {
  /** headings that mean nothing here, as they are written: what stands below them is not kept */
  readonly unknown: readonly string[]
  read(cells: readonly string[]): Reading
}

/** What a reader must know of the tenant. */
export interface TenantWords {
  /** name of a type in the tenant's first language */
  typeName(code: string): string
  /** code of a type by its code or name */
  typeCode(text: string): string | undefined
}
