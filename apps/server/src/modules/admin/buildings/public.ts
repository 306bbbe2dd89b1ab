/** The door to buildings: locked while places change in them, and brought from tables. */
export { CsvFault } from './import/csv-table.ts'
export { type ImportOptions, importPlaces } from './import/import-places.ts'
export { lockBuilding } from './lock-building.ts'
