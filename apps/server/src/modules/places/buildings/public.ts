/** Creating and importing buildings with their locations and amenities, for other modules. */
export { nameKey } from './import/clean-text.ts'
export { CsvFault, columnKey, isSpreadsheetText, readCsv } from './import/csv-table.ts'
export { splitSeparatorLine } from './import/delimiter.ts'
export { type ImportOptions, importPlaces } from './import/import-places.ts'
export { insertBuilding } from './insert-building.ts'
export { countIncompleteBuildings } from './lacking.ts'
