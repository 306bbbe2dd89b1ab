import type { Handler } from '#server/platform/http/serve.ts'
import getDataExport from './get-data-export.ts'
import startDataExport from './start-data-export.ts'

export const routes: readonly Handler[] = [startDataExport, getDataExport]
