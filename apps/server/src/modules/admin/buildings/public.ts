/** The door to buildings: brought from tables, with their locations and amenities. */
export { CsvFault } from './import/csv-table.ts'
export { type ImportOptions, importPlaces } from './import/import-places.ts'
