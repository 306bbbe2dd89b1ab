/** The door to buildings: made one by one, or brought from tables, with their locations and amenities. */
export { nameKey } from './import/clean-text.ts'
export { CsvFault, columnKey, isSpreadsheetText, readCsv } from './import/csv-table.ts'
export { splitSeparatorLine } from './import/delimiter.ts'
export { type ImportOptions, importPlaces } from './import/import-places.ts'
export { insertBuilding } from './insert-building.ts'
export { countLackingBuildings } from './lacking.ts'
